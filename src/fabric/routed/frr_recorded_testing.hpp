// For tests: output of FRR 8.4.4 and iproute2 6.1, recorded in a lab of two leaves and two spines. leaf0
// reaches spine0 by port s0 (10.87.0.1) and spine1 by s1 (10.87.0.3). Only spaces were changed.
#pragma once

namespace ebb::inline fabric {

/// `show ip ospf neighbor json` of leaf0: both spines are there.
inline constexpr const char* neighbours_full =
    R"({"neighbors":{"10.86.0.3":[{"priority":1,"state":"Full/-","nbrPriority":1,"nbrState":"Full/-",
"converged":"Full","role":"DROther","upTimeInMsec":15097,"deadTimeMsecs":3582,
"routerDeadIntervalTimerDueMsec":3582,"upTime":"15.097s","deadTime":"3.582s","address":"10.87.0.1",
"ifaceAddress":"10.87.0.1","ifaceName":"s0:10.87.0.0","retransmitCounter":1,
"linkStateRetransmissionListCounter":1,"requestCounter":0,"linkStateRequestListCounter":0,
"dbSummaryCounter":0,"databaseSummaryListCounter":0}],"10.86.0.4":[{"priority":1,"state":"Full/-",
"nbrPriority":1,"nbrState":"Full/-","converged":"Full","role":"DROther","upTimeInMsec":9630,
"deadTimeMsecs":3369,"routerDeadIntervalTimerDueMsec":3369,"upTime":"9.630s","deadTime":"3.369s",
"address":"10.87.0.3","ifaceAddress":"10.87.0.3","ifaceName":"s1:10.87.0.2","retransmitCounter":1,
"linkStateRetransmissionListCounter":1,"requestCounter":0,"linkStateRequestListCounter":0,
"dbSummaryCounter":0,"databaseSummaryListCounter":0}]}})";

/// The same of a spine whose ports are off.
inline constexpr const char* neighbours_none = R"({"neighbors":{}})";

/// `show ip route json` of leaf0 with next-hop groups, after spine0 woke: two of its prefixes.
inline constexpr const char* zebra_routes_both =
    R"({"10.87.0.0/31":[{"prefix":"10.87.0.0/31","prefixLen":31,"protocol":"ospf","vrfId":0,
"vrfName":"default","distance":110,"metric":10,"table":254,"internalStatus":0,"internalFlags":0,
"internalNextHopNum":1,"internalNextHopActiveNum":1,"nexthopGroupId":32,"uptime":"00:00:21","nexthops":[
{"flags":1,"directlyConnected":true,"interfaceIndex":2,"interfaceName":"s0","active":true,"weight":1}]},
{"prefix":"10.87.0.0/31","prefixLen":31,"protocol":"connected","vrfId":0,"vrfName":"default",
"selected":true,"destSelected":true,"distance":0,"metric":0,"installed":true,"table":254,
"internalStatus":16,"internalFlags":8,"internalNextHopNum":1,"internalNextHopActiveNum":1,
"nexthopGroupId":30,"installedNexthopGroupId":30,"uptime":"00:00:21","nexthops":[{"flags":3,"fib":true,
"directlyConnected":true,"interfaceIndex":2,"interfaceName":"s0","active":true}]}],"10.88.1.0/31":[{
"prefix":"10.88.1.0/31","prefixLen":31,"protocol":"ospf","vrfId":0,"vrfName":"default","selected":true,
"destSelected":true,"distance":110,"metric":30,"installed":true,"table":254,"internalStatus":16,
"internalFlags":8,"internalNextHopNum":2,"internalNextHopActiveNum":2,"nexthopGroupId":26,
"installedNexthopGroupId":26,"uptime":"00:00:11","nexthops":[{"flags":3,"fib":true,"ip":"10.87.0.1",
"afi":"ipv4","interfaceIndex":2,"interfaceName":"s0","active":true,"weight":1},{"flags":3,"fib":true,
"ip":"10.87.0.3","afi":"ipv4","interfaceIndex":3,"interfaceName":"s1","active":true,"weight":1}]}]})";

/// `ip -j route` of leaf0, without next-hop groups.
inline constexpr const char* kernel_routes_both =
    R"([{"dst":"10.87.0.0/31","dev":"s0","protocol":"kernel","scope":"link","prefsrc":"10.87.0.0","flags":[]},{
"dst":"10.87.0.2/31","dev":"s1","protocol":"kernel","scope":"link","prefsrc":"10.87.0.2","flags":[]},{
"dst":"10.87.1.0/31","gateway":"10.87.0.1","dev":"s0","protocol":"ospf","metric":20,"flags":[]},{
"dst":"10.87.1.2/31","gateway":"10.87.0.3","dev":"s1","protocol":"ospf","metric":20,"flags":[]},{
"dst":"10.88.0.0/31","dev":"host","protocol":"kernel","scope":"link","prefsrc":"10.88.0.0","flags":[]},{
"dst":"10.88.1.0/31","protocol":"ospf","metric":20,"flags":[],"nexthops":[{"gateway":"10.87.0.1",
"dev":"s0","weight":1,"flags":[]},{"gateway":"10.87.0.3","dev":"s1","weight":1,"flags":[]}]}])";

/// The same while spine0 is drained.
inline constexpr const char* kernel_routes_one =
    R"([{"dst":"10.87.0.0/31","dev":"s0","protocol":"kernel","scope":"link","prefsrc":"10.87.0.0","flags":[]},{
"dst":"10.87.0.2/31","dev":"s1","protocol":"kernel","scope":"link","prefsrc":"10.87.0.2","flags":[]},{
"dst":"10.87.1.0/31","gateway":"10.87.0.1","dev":"s0","protocol":"ospf","metric":20,"flags":[]},{
"dst":"10.87.1.2/31","gateway":"10.87.0.3","dev":"s1","protocol":"ospf","metric":20,"flags":[]},{
"dst":"10.88.0.0/31","dev":"host","protocol":"kernel","scope":"link","prefsrc":"10.88.0.0","flags":[]},{
"dst":"10.88.1.0/31","gateway":"10.87.0.3","dev":"s1","protocol":"ospf","metric":20,"flags":[]}])";

/// With next-hop groups, before spine0 slept.
inline constexpr const char* kernel_group_both =
    R"([{"dst":"10.87.0.0/31","dev":"s0","protocol":"kernel","scope":"link","prefsrc":"10.87.0.0","flags":[]},{
"dst":"10.87.0.2/31","dev":"s1","protocol":"kernel","scope":"link","prefsrc":"10.87.0.2","flags":[]},{
"dst":"10.87.1.0/31","nhid":21,"gateway":"10.87.0.1","dev":"s0","protocol":"ospf","metric":20,"flags":[
]},{"dst":"10.87.1.2/31","nhid":22,"gateway":"10.87.0.3","dev":"s1","protocol":"ospf","metric":20,
"flags":[]},{"dst":"10.88.0.0/31","dev":"host","protocol":"kernel","scope":"link","prefsrc":"10.88.0.0",
"flags":[]},{"dst":"10.88.1.0/31","nhid":26,"protocol":"ospf","metric":20,"flags":[],"nexthops":[{
"gateway":"10.87.0.1","dev":"s0","weight":1,"flags":[]},{"gateway":"10.87.0.3","dev":"s1","weight":1,
"flags":[]}]}])";

/// FRR's fault: spine0 is awake for OSPF and zebra, but the group has one member.
inline constexpr const char* kernel_group_fault =
    R"([{"dst":"10.87.0.0/31","dev":"s0","protocol":"kernel","scope":"link","prefsrc":"10.87.0.0","flags":[]},{
"dst":"10.87.0.2/31","dev":"s1","protocol":"kernel","scope":"link","prefsrc":"10.87.0.2","flags":[]},{
"dst":"10.87.1.0/31","nhid":21,"gateway":"10.87.0.1","dev":"s0","protocol":"ospf","metric":20,"flags":[
]},{"dst":"10.87.1.2/31","nhid":22,"gateway":"10.87.0.3","dev":"s1","protocol":"ospf","metric":20,
"flags":[]},{"dst":"10.88.0.0/31","dev":"host","protocol":"kernel","scope":"link","prefsrc":"10.88.0.0",
"flags":[]},{"dst":"10.88.1.0/31","nhid":26,"gateway":"10.87.0.3","dev":"s1","protocol":"ospf",
"metric":20,"flags":[]}])";

/// `ip -j -s link` of leaf0: two of its ports.
inline constexpr const char* links_up =
    R"([{"ifindex":2,"link_index":2,"ifname":"s0","flags":["BROADCAST","MULTICAST","UP","LOWER_UP"],"mtu":1500,
"qdisc":"noqueue","operstate":"UP","linkmode":"DEFAULT","group":"default","txqlen":1000,
"link_type":"ether","address":"1a:a9:dd:cb:72:db","broadcast":"ff:ff:ff:ff:ff:ff","link_netnsid":0,
"stats64":{"rx":{"bytes":3798,"packets":41,"errors":0,"dropped":0,"over_errors":0,"multicast":0},"tx":{
"bytes":3736,"packets":42,"errors":0,"dropped":0,"carrier_errors":0,"collisions":0}}},{"ifindex":3,
"link_index":2,"ifname":"s1","flags":["BROADCAST","MULTICAST","UP","LOWER_UP"],"mtu":1500,
"qdisc":"noqueue","operstate":"UP","linkmode":"DEFAULT","group":"default","txqlen":1000,
"link_type":"ether","address":"02:f7:1e:2e:9b:03","broadcast":"ff:ff:ff:ff:ff:ff","link_netnsid":1,
"stats64":{"rx":{"bytes":3478,"packets":39,"errors":0,"dropped":0,"over_errors":0,"multicast":0},"tx":{
"bytes":3694,"packets":41,"errors":0,"dropped":0,"carrier_errors":0,"collisions":0}}}])";

/// The same when spine0 has switched its port off.
inline constexpr const char* links_down =
    R"([{"ifindex":2,"link_index":2,"ifname":"s0","flags":["NO-CARRIER","BROADCAST","MULTICAST","UP"],
"mtu":1500,"qdisc":"noqueue","operstate":"DOWN","linkmode":"DEFAULT","group":"default","txqlen":1000,
"link_type":"ether","address":"1a:a9:dd:cb:72:db","broadcast":"ff:ff:ff:ff:ff:ff","link_netnsid":0,
"stats64":{"rx":{"bytes":3932,"packets":42,"errors":0,"dropped":0,"over_errors":0,"multicast":0},"tx":{
"bytes":3916,"packets":44,"errors":0,"dropped":2,"carrier_errors":0,"collisions":0}}}])";

/// `show ip ospf json` of a drained spine.
inline constexpr const char* ospf_drained =
    R"({"routerId":"10.86.0.3","tosRoutesOnly":true,"rfc2328Conform":true,"spfScheduleDelayMsecs":10,
"holdtimeMinMsecs":50,"holdtimeMaxMsecs":500,"holdtimeMultplier":1,"spfLastExecutedMsecs":636,
"spfLastDurationMsecs":0,"lsaMinIntervalMsecs":5000,"lsaMinArrivalMsecs":1000,"writeMultiplier":20,
"refreshTimerMsecs":10000,"maximumPaths":256,"preference":110,"lsaExternalCounter":0,
"lsaExternalChecksum":0,"lsaAsopaqueCounter":0,"lsaAsOpaqueChecksum":0,"attachedAreaCounter":1,"areas":{
"0.0.0.0":{"backbone":true,"areaIfTotalCounter":2,"areaIfActiveCounter":2,
"originStubMaxDistRouterLsa":true,"indefiniteActiveAdmin":true,"nbrFullAdjacentCounter":2,
"authentication":"authenticationNone","spfExecutedCounter":9,"lsaNumber":4,"lsaRouterNumber":4,
"lsaRouterChecksum":119010,"lsaNetworkNumber":0,"lsaNetworkChecksum":0,"lsaSummaryNumber":0,
"lsaSummaryChecksum":0,"lsaAsbrNumber":0,"lsaAsbrChecksum":0,"lsaNssaNumber":0,"lsaNssaChecksum":0,
"lsaOpaqueLinkNumber":0,"lsaOpaqueLinkChecksum":0,"lsaOpaqueAreaNumber":0,"lsaOpaqueAreaChecksum":0}}})";

/// The same before.
inline constexpr const char* ospf_usual =
    R"({"routerId":"10.86.0.3","tosRoutesOnly":true,"rfc2328Conform":true,"spfScheduleDelayMsecs":10,
"holdtimeMinMsecs":50,"holdtimeMaxMsecs":500,"holdtimeMultplier":1,"spfLastExecutedMsecs":673,
"spfLastDurationMsecs":0,"lsaMinIntervalMsecs":5000,"lsaMinArrivalMsecs":1000,"writeMultiplier":20,
"refreshTimerMsecs":10000,"maximumPaths":256,"preference":110,"lsaExternalCounter":0,
"lsaExternalChecksum":0,"lsaAsopaqueCounter":0,"lsaAsOpaqueChecksum":0,"attachedAreaCounter":1,"areas":{
"0.0.0.0":{"backbone":true,"areaIfTotalCounter":2,"areaIfActiveCounter":2,"nbrFullAdjacentCounter":2,
"authentication":"authenticationNone","spfExecutedCounter":8,"lsaNumber":4,"lsaRouterNumber":4,
"lsaRouterChecksum":142451,"lsaNetworkNumber":0,"lsaNetworkChecksum":0,"lsaSummaryNumber":0,
"lsaSummaryChecksum":0,"lsaAsbrNumber":0,"lsaAsbrChecksum":0,"lsaNssaNumber":0,"lsaNssaChecksum":0,
"lsaOpaqueLinkNumber":0,"lsaOpaqueLinkChecksum":0,"lsaOpaqueAreaNumber":0,"lsaOpaqueAreaChecksum":0}}})";

/// `show ip ospf interface json` of leaf0.
inline constexpr const char* ospf_costs =
    R"({"interfaces":{"host":{"ifUp":true,"ifIndex":4,"mtuBytes":1500,"bandwidthMbit":10000,"ifFlags":"<UP,BROADCAST,RUNNING,MULTICAST>","ospfEnabled":true,"ipAddress":"10.88.0.0","ipAddressPrefixlen":31,
"ospfIfType":"Broadcast","localIfUsed":"255.255.255.255","area":"0.0.0.0","routerId":"10.86.0.1",
"networkType":"POINTOPOINT","cost":10,"transmitDelaySecs":1,"state":"Point-To-Point","priority":1,
"timerMsecs":1000,"timerDeadSecs":4,"timerWaitSecs":4,"timerRetransmitSecs":5,"timerPassiveIface":true,
"nbrCount":0,"nbrAdjacentCount":0},"s0":{"ifUp":true,"ifIndex":2,"mtuBytes":1500,"bandwidthMbit":10000,
"ifFlags":"<UP,BROADCAST,RUNNING,MULTICAST>","ospfEnabled":true,"ipAddress":"10.87.0.0",
"ipAddressPrefixlen":31,"ospfIfType":"Broadcast","localIfUsed":"255.255.255.255","area":"0.0.0.0",
"routerId":"10.86.0.1","networkType":"POINTOPOINT","cost":10,"transmitDelaySecs":1,
"state":"Point-To-Point","priority":1,"mcastMemberOspfAllRouters":true,"timerMsecs":1000,
"timerDeadSecs":4,"timerWaitSecs":4,"timerRetransmitSecs":5,"timerHelloInMsecs":478,"nbrCount":1,
"nbrAdjacentCount":1},"s1":{"ifUp":true,"ifIndex":3,"mtuBytes":1500,"bandwidthMbit":10000,
"ifFlags":"<UP,BROADCAST,RUNNING,MULTICAST>","ospfEnabled":true,"ipAddress":"10.87.0.2",
"ipAddressPrefixlen":31,"ospfIfType":"Broadcast","localIfUsed":"255.255.255.255","area":"0.0.0.0",
"routerId":"10.86.0.1","networkType":"POINTOPOINT","cost":10,"transmitDelaySecs":1,
"state":"Point-To-Point","priority":1,"mcastMemberOspfAllRouters":true,"timerMsecs":1000,
"timerDeadSecs":4,"timerWaitSecs":4,"timerRetransmitSecs":5,"timerHelloInMsecs":478,"nbrCount":1,
"nbrAdjacentCount":1}}})";

}  // namespace ebb::inline fabric
