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
5 0 168.2892248317387 168.2892248317387 168.2892248317387 8
20 0 235.81987356437185 235.81987356437185 235.81987356437185 8
40 0 247.65860272185355 247.65860272185355 247.65860272185355 8
END
$curve1 << END
5 0 2.1904367862973833 2.1901267862973834 2.190746786297383 7
20 0 2.3390807513063554 2.3380807513063555 2.3400807513063553 7
40 0 3.043924032852074 3.042944032852074 3.0449040328520742 7
END
$curve2 << END
5 0 2.362544414769734 2.361044414769734 2.364044414769734 7
20 0 2.465660982596364 2.465000982596364 2.466320982596364 7
40 0 3.0523476994442387 3.0499476994442385 3.054747699444239 7
END
$curve3 << END
5 0 24.17959077182705 24.17959077182705 24.17959077182705 8
20 0 17.508228542101968 17.508228542101968 17.508228542101968 8
40 0 9.96802747188791 9.96802747188791 9.96802747188791 8
END
$curve4 << END
5 0 16.03845130966045 16.03645130966045 16.040451309660448 7
20 0 9.403502451411224 9.390502451411225 9.416502451411224 7
40 0 7.1809699107528076 7.1809699107528076 7.1809699107528076 8
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
