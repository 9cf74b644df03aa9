# "benito-reaction": made by ebb plot. Change it and run: gnuplot FILE; it writes "benito-reaction.svg"
set terminal svg size 700,440 enhanced font "Helvetica,13" background "white"
set output "benito-reaction.svg"
set encoding utf8
set termoption noenhanced
set label 1 "A controller that comes after the traffic has changed" at screen 0.5, screen 1 center offset character 0,-1.2
set tmargin 3
set rmargin 4
set bmargin 7
set border 3
set tics nomirror out
set grid y lt 1 lw 0.5 lc rgb "#d0d0d0"
unset key
set label "" at screen 0.1487, character 1.90 point pt 7 ps 0.9 lc rgb "#0072b2"
set arrow from screen 0.1250, character 1.90 to screen 0.1725, character 1.90 nohead lw 2 dt 1 lc rgb "#0072b2"
set label "controller after 70 ms" at screen 0.1875, character 1.90 left
set label "" at screen 0.5237, character 1.90 point pt 7 ps 0.9 lc rgb "#009e73"
set arrow from screen 0.5000, character 1.90 to screen 0.5475, character 1.90 nohead lw 2 dt (4,3) lc rgb "#009e73"
set label "controller after 1 ms" at screen 0.5625, character 1.90 left
set label "" at screen 0.1487, character 0.90 point pt 7 ps 0.9 lc rgb "#d55e00"
set arrow from screen 0.1250, character 0.90 to screen 0.1725, character 0.90 nohead lw 2 dt (12,4) lc rgb "#d55e00"
set label "controller after 5 ms" at screen 0.1875, character 0.90 left
set label "" at screen 0.5237, character 0.90 point pt 7 ps 0.9 lc rgb "#cc79a7"
set arrow from screen 0.5000, character 0.90 to screen 0.5475, character 0.90 nohead lw 2 dt (12,3,3,3) lc rgb "#cc79a7"
set label "conditional rules" at screen 0.5625, character 0.90 left
set xlabel "iteration [ms]"
set logscale x
set xtics (1, 2, 5, 10, 20, 50, 100)
set xrange [0.999:100.1]
set ylabel "accepted of 40 % offered [%]"
set yrange [0:*]
$curve0 << END
1.6 0 20.391133894337482 20.391133894337482 20.391133894337482 7
10 0 20.391133894337482 20.391133894337482 20.391133894337482 7
11 0 20.391133894337482 20.391133894337482 20.391133894337482 7
22 0 20.391133894337482 20.391133894337482 20.391133894337482 7
29 0 20.391133894337482 20.391133894337482 20.391133894337482 7
52 0 20.391133894337482 20.391133894337482 20.391133894337482 7
58 0 20.391133894337482 20.391133894337482 20.391133894337482 7
END
$curve1 << END
1.6 0 20.391133894337482 20.391133894337482 20.391133894337482 7
10 0 30.196882278442967 30.196882278442967 30.196882278442967 7
11 0 31.088313949725276 31.088313949725276 31.088313949725276 7
22 0 35.545472306136865 35.545472306136865 35.545472306136865 7
29 0 36.62133811630518 36.62133811630518 36.62133811630518 7
52 0 38.116909819451244 38.116909819451244 38.116909819451244 7
58 0 38.31198438942681 38.31198438942681 38.31198438942681 7
END
$curve2 << END
1.6 0 27.745445182416596 27.745445182416596 27.745445182416596 7
10 0 38.041480985727354 38.041480985727354 38.041480985727354 7
11 0 38.219767319983816 38.219767319983816 38.219767319983816 7
22 0 39.111198991266136 39.111198991266136 39.111198991266136 7
29 0 39.3263721532998 39.3263721532998 39.3263721532998 7
52 0 39.62548649392901 39.62548649392901 39.62548649392901 7
58 0 39.66450140792412 39.66450140792412 39.66450140792412 7
END
$curve3 << END
1.6 0 39.94084708366368 39.94084708366368 39.94084708366368 7
10 0 39.94084708366368 39.94084708366368 39.94084708366368 7
11 0 39.94084708366368 39.94084708366368 39.94084708366368 7
22 0 39.94084708366368 39.94084708366368 39.94084708366368 7
29 0 39.94084708366368 39.94084708366368 39.94084708366368 7
52 0 39.94084708366368 39.94084708366368 39.94084708366368 7
58 0 39.94084708366368 39.94084708366368 39.94084708366368 7
END
plot $curve0 using 1:3 with lines lw 2 dt 1 lc rgb "#0072b2" title "controller after 70 ms", \
  $curve0 using 1:4:5 with filledcurves fs transparent solid 0.15 noborder lc rgb "#0072b2" notitle, \
  $curve0 using 1:3:6 with points pt variable ps 0.9 lc rgb "#0072b2" notitle, \
  $curve1 using 1:3 with lines lw 2 dt (12,4) lc rgb "#d55e00" title "controller after 5 ms", \
  $curve1 using 1:4:5 with filledcurves fs transparent solid 0.15 noborder lc rgb "#d55e00" notitle, \
  $curve1 using 1:3:6 with points pt variable ps 0.9 lc rgb "#d55e00" notitle, \
  $curve2 using 1:3 with lines lw 2 dt (4,3) lc rgb "#009e73" title "controller after 1 ms", \
  $curve2 using 1:4:5 with filledcurves fs transparent solid 0.15 noborder lc rgb "#009e73" notitle, \
  $curve2 using 1:3:6 with points pt variable ps 0.9 lc rgb "#009e73" notitle, \
  $curve3 using 1:3 with lines lw 2 dt (12,3,3,3) lc rgb "#cc79a7" title "conditional rules", \
  $curve3 using 1:4:5 with filledcurves fs transparent solid 0.15 noborder lc rgb "#cc79a7" notitle, \
  $curve3 using 1:3:6 with points pt variable ps 0.9 lc rgb "#cc79a7" notitle
