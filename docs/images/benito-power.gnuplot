# "benito-power": made by ebb plot. Change it and run: gnuplot FILE
set encoding utf8
set termoption noenhanced
set key at screen 0.5, screen 0.99 center top horizontal maxrows 2 samplen 2 title "power of 300,000 hosts' networks by topology and table (Benito, Figure 11) [MW]"
set tmargin 5
set border 3
set tics nomirror out
set grid x lc rgb "#dddddd"
set xlabel "value [MW]"
set logscale x
set xrange [*:*]
set ytics ("flat TCAM: power of all tables, leas..." 0, "per-switch TCAM: power of all tables..." 1, "folded Clos, CAM, flat: CPU and logi..." 2, "folded Clos, CAM, flat: ports" 3, "folded Clos, CAM, flat: buffers" 4, "folded Clos, CAM, flat: tables" 5, "folded Clos, CAM, flat: total" 6, "folded Clos, TCAM, flat: CPU and log..." 7, "folded Clos, TCAM, flat: ports" 8, "folded Clos, TCAM, flat: buffers" 9, "folded Clos, TCAM, flat: tables" 10, "folded Clos, TCAM, flat: total" 11, "folded Clos, TCAM, per switch: CPU a..." 12, "folded Clos, TCAM, per switch: ports" 13, "folded Clos, TCAM, per switch: buffe..." 14, "folded Clos, TCAM, per switch: table..." 15, "folded Clos, TCAM, per switch: total" 16, "folded Clos, TCAM, per group: CPU an..." 17, "folded Clos, TCAM, per group: ports" 18, "folded Clos, TCAM, per group: buffer..." 19, "folded Clos, TCAM, per group: tables" 20, "folded Clos, TCAM, per group: total" 21, "folded Clos, TCAM, compacted: CPU an..." 22, "folded Clos, TCAM, compacted: ports" 23, "folded Clos, TCAM, compacted: buffer..." 24, "folded Clos, TCAM, compacted: tables" 25, "folded Clos, TCAM, compacted: total" 26, "flattened butterfly, CAM, flat: CPU ..." 27)
set yrange [-0.6:27.6]
set yrange [27.6:-0.6]
$curve0 << END
0 0 15.005376762685714 15.005376762685714 15.005376762685714
1 0 0.9473369321928572 0.9473369321928572 0.9473369321928572
2 0 0.88452 0.88452 0.88452
3 0 1.23731712 1.23731712 1.23731712
4 0 1.1377580760000003 1.1377580760000003 1.1377580760000003
5 0 0.67505285412864 0.67505285412864 0.67505285412864
6 0 3.9346480501286405 3.9346480501286405 3.9346480501286405
7 0 0.88452 0.88452 0.88452
8 0 1.23731712 1.23731712 1.23731712
9 0 1.1377580760000003 1.1377580760000003 1.1377580760000003
10 0 27.207511718400003 27.207511718400003 27.207511718400003
11 0 30.467106914400002 30.467106914400002 30.467106914400002
12 0 0.88452 0.88452 0.88452
13 0 1.23731712 1.23731712 1.23731712
14 0 1.1377580760000003 1.1377580760000003 1.1377580760000003
15 0 0.7589042604 0.7589042604 0.7589042604
16 0 4.018499456400001 4.018499456400001 4.018499456400001
17 0 0.88452 0.88452 0.88452
18 0 1.23731712 1.23731712 1.23731712
19 0 1.1377580760000003 1.1377580760000003 1.1377580760000003
20 0 0.0272735424 0.0272735424 0.0272735424
21 0 3.286868738400001 3.286868738400001 3.286868738400001
22 0 0.88452 0.88452 0.88452
23 0 1.23731712 1.23731712 1.23731712
24 0 1.1377580760000003 1.1377580760000003 1.1377580760000003
25 0 0.006459523199999999 0.006459523199999999 0.006459523199999999
26 0 3.2660547192000005 3.2660547192000005 3.2660547192000005
27 0 0.6075 0.6075 0.6075
END
$curve1 << END
0 0 15 15 15
1 0 1 1 1
END
plot $curve0 using 3:($1+(-0.2)):2:3:($1+(-0.384)):($1+(-0.015999999999999986)) with boxxyerror fs solid 1 noborder lc rgb "#b8400b" title "ours", \
  $curve1 using 3:($1+(0.20000000000000007)):2:3:($1+(0.016000000000000042)):($1+(0.3840000000000001)) with boxxyerror fs solid 1 noborder lc rgb "#555555" title "paper"
