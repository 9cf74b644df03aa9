# "benito-power": made by ebb plot. Change it and run: gnuplot FILE
set encoding utf8
set termoption noenhanced
set title "benito-power [%]" 
set key outside center top horizontal maxrows 3 samplen 2
set border 3
set tics nomirror out
set grid x lc rgb "#dddddd"
set xlabel "value [%]"
set xrange [0:*]
set ytics ("saved of the CAM-flat folded Clos by TCAM compaction" 0, "saved of the CAM-flat folded Clos by changing to the dragonfly" 1, "saved of the CAM-flat folded Clos by the compacted dragonfly" 2, "saved of the CAM-flat folded Clos by the compacted dragonfly, as the abstract has it" 3)
set yrange [-0.6:3.6]
set yrange [3.6:-0.6]
$curve0 << END
0 0 16.99245580317612 16.99245580317612 16.99245580317612
1 0 36.8632890061269 36.8632890061269 36.8632890061269
2 0 53.85574480930302 53.85574480930302 53.85574480930302
3 0 53.85574480930302 53.85574480930302 53.85574480930302
END
$curve1 << END
0 0 17 17 17
1 0 37.1 37.1 37.1
2 0 54.1 54.1 54.1
3 0 54 54 54
END
plot $curve0 using 3:($1+(-0.2)):2:3:($1+(-0.384)):($1+(-0.015999999999999986)) with boxxyerror fs solid 1 noborder lc rgb "#b8400b" title "ours", \
  $curve1 using 3:($1+(0.20000000000000007)):2:3:($1+(0.016000000000000042)):($1+(0.3840000000000001)) with boxxyerror fs solid 1 noborder lc rgb "#555555" title "paper"
