# "benito-fig12": made by ebb plot. Change it and run: gnuplot FILE; it writes "benito-fig12.svg"
set terminal svg size 700,440 enhanced font "Helvetica,13" background "white"
set output "benito-fig12.svg"
set encoding utf8
set termoption noenhanced
set label 1 "Latency under adversarial traffic, by routing" at screen 0.5, screen 1 center offset character 0,-1.2
set tmargin 3
set rmargin 4
set bmargin 9
set border 3
set tics nomirror out
set grid y lt 1 lw 0.5 lc rgb "#d0d0d0"
unset key
set label "" at screen 0.0738, character 3.90 point pt 7 ps 0.9 lc rgb "#0072b2"
set arrow from screen 0.0500, character 3.90 to screen 0.0975, character 3.90 nohead lw 2 dt 1 lc rgb "#0072b2"
set label "minimal routing" at screen 0.1125, character 3.90 left
set label "" at screen 0.5237, character 3.90 point pt 7 ps 0.9 lc rgb "#cc79a7"
set arrow from screen 0.5000, character 3.90 to screen 0.5475, character 3.90 nohead lw 2 dt (12,3,3,3) lc rgb "#cc79a7"
set label "conditional rules" at screen 0.5625, character 3.90 left
set label "" at screen 0.0738, character 2.90 point pt 7 ps 0.9 lc rgb "#d55e00"
set arrow from screen 0.0500, character 2.90 to screen 0.0975, character 2.90 nohead lw 2 dt (12,4) lc rgb "#d55e00"
set label "Valiant routing" at screen 0.1125, character 2.90 left
set label "" at screen 0.5237, character 2.90 point pt 7 ps 0.9 lc rgb "#e69f00"
set arrow from screen 0.5000, character 2.90 to screen 0.5475, character 2.90 nohead lw 2 dt 1 lc rgb "#e69f00"
set label "conditional rules, own queue" at screen 0.5625, character 2.90 left
set label "" at screen 0.0738, character 1.90 point pt 7 ps 0.9 lc rgb "#009e73"
set arrow from screen 0.0500, character 1.90 to screen 0.0975, character 1.90 nohead lw 2 dt (4,3) lc rgb "#009e73"
set label "piggyback" at screen 0.1125, character 1.90 left
set label "" at screen 0.0988, character 0.90 point pt 8 ps 1.1 lc rgb "#333333"
set label "saturated: carries less than is offered" at screen 0.1375, character 0.90 left
set object rectangle from screen 0.6625, character 0.60 to screen 0.7100, character 1.20 fc rgb "#999999" fs solid 0.4 noborder noclip
set label "95 % interval" at screen 0.7250, character 0.90 left
set xlabel "load [%]"
set xrange [0:*]
set ylabel "mean latency [us]"
set logscale y
set ytics ("1" 1e0, "10" 1e1, "100" 1e2, "1k" 1e3)
set yrange [0.999e0:1.001e3]
$curve0 << END
5 0 219.3280807800455 219.3280807800455 219.3280807800455 8
20 0 249.61605994497603 249.61605994497603 249.61605994497603 8
40 0 254.66489036009068 254.66489036009068 254.66489036009068 8
END
$curve1 << END
5 0 2.1904367862973833 2.1901267862973834 2.190746786297383 7
20 0 2.3390807513063554 2.3380807513063555 2.3400807513063553 7
40 0 3.043924032852074 3.042944032852074 3.0449040328520742 7
END
$curve2 << END
5 0 2.362544414769734 2.361044414769734 2.364044414769734 7
20 0 2.465793491547343 2.465243491547343 2.466343491547343 7
40 0 3.052056264566974 3.050356264566974 3.053756264566974 7
END
$curve3 << END
5 0 29.09381166087635 29.09381166087635 29.09381166087635 8
20 0 15.43979652457525 15.43979652457525 15.43979652457525 8
40 0 8.751873612097135 8.751873612097135 8.751873612097135 8
END
$curve4 << END
5 0 16.367157360935494 16.365557360935494 16.368757360935493 7
20 0 9.841076318355116 9.824076318355116 9.858076318355115 7
40 0 7.155722624712026 7.155722624712026 7.155722624712026 8
END
plot $curve0 using 1:3 with lines lw 2 dt 1 lc rgb "#0072b2" title "minimal routing", \
  $curve0 using 1:4:5 with filledcurves fs transparent solid 0.15 noborder lc rgb "#0072b2" notitle, \
  $curve0 using 1:3:6 with points pt variable ps 0.9 lc rgb "#0072b2" notitle, \
  $curve1 using 1:3 with lines lw 2 dt (12,4) lc rgb "#d55e00" title "Valiant routing", \
  $curve1 using 1:4:5 with filledcurves fs transparent solid 0.15 noborder lc rgb "#d55e00" notitle, \
  $curve1 using 1:3:6 with points pt variable ps 0.9 lc rgb "#d55e00" notitle, \
  $curve2 using 1:3 with lines lw 2 dt (4,3) lc rgb "#009e73" title "piggyback", \
  $curve2 using 1:4:5 with filledcurves fs transparent solid 0.15 noborder lc rgb "#009e73" notitle, \
  $curve2 using 1:3:6 with points pt variable ps 0.9 lc rgb "#009e73" notitle, \
  $curve3 using 1:3 with lines lw 2 dt (12,3,3,3) lc rgb "#cc79a7" title "conditional rules", \
  $curve3 using 1:4:5 with filledcurves fs transparent solid 0.15 noborder lc rgb "#cc79a7" notitle, \
  $curve3 using 1:3:6 with points pt variable ps 0.9 lc rgb "#cc79a7" notitle, \
  $curve4 using 1:3 with lines lw 2 dt 1 lc rgb "#e69f00" title "conditional rules, own queue", \
  $curve4 using 1:4:5 with filledcurves fs transparent solid 0.15 noborder lc rgb "#e69f00" notitle, \
  $curve4 using 1:3:6 with points pt variable ps 0.9 lc rgb "#e69f00" notitle
