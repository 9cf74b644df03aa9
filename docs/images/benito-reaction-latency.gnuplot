# "benito-reaction-latency": made by ebb plot. Change it and run: gnuplot FILE; it writes "benito-reaction-latency.svg"
set terminal svg size 700,440 enhanced font "Helvetica,13" background "white"
set output "benito-reaction-latency.svg"
set encoding utf8
set termoption noenhanced
set label 1 "What that costs on 72 hosts, phase by phase" at screen 0.5, screen 1 center offset character 0,-1.2
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
set ylabel "mean latency [us]"
set logscale y
set ytics ("1" 1e0, "10" 1e1, "100" 1e2, "1k" 1e3, "10k" 1e4, "100k" 1e5)
set yrange [0.999e0:1.001e5]
$curve0 << END
1.6 0 1673.3714510558304 1673.3714510558304 1673.3714510558304 7
10 0 10517.03993619607 10517.03993619607 10517.03993619607 7
11 0 11456.105477472904 11456.105477472904 11456.105477472904 7
22 0 22923.812292235412 22923.812292235412 22923.812292235412 7
29 0 33280.61770711274 33280.61770711274 33280.61770711274 7
52 0 38073.09896173271 38073.09896173271 38073.09896173271 7
58 0 37018.80346199594 37018.80346199594 37018.80346199594 7
END
$curve1 << END
1.6 0 1673.3714510558304 1673.3714510558304 1673.3714510558304 7
10 0 1462.571854999428 1462.571854999428 1462.571854999428 7
11 0 1325.9913505186494 1325.9913505186494 1325.9913505186494 7
22 0 767.5053607775096 767.5053607775096 767.5053607775096 7
29 0 560.8434125854735 560.8434125854735 560.8434125854735 7
52 0 316.29399452962633 316.29399452962633 316.29399452962633 7
58 0 280.4514482312843 280.4514482312843 280.4514482312843 7
END
$curve2 << END
1.6 0 337.5975132875858 337.5975132875858 337.5975132875858 7
10 0 65.71917105269578 65.71917105269578 65.71917105269578 7
11 0 61.78127830387904 61.78127830387904 61.78127830387904 7
22 0 32.15675304899661 32.15675304899661 32.15675304899661 7
29 0 23.758629939529598 23.758629939529598 23.758629939529598 7
52 0 14.28022687927299 14.28022687927299 14.28022687927299 7
58 0 12.735809565132447 12.735809565132447 12.735809565132447 7
END
$curve3 << END
1.6 0 6.5333798278767725 6.5333798278767725 6.5333798278767725 7
10 0 6.786070140191646 6.786070140191646 6.786070140191646 7
11 0 6.630000652009376 6.630000652009376 6.630000652009376 7
22 0 6.635385138697356 6.635385138697356 6.635385138697356 7
29 0 6.5619679400541395 6.5619679400541395 6.5619679400541395 7
52 0 6.8555030347913215 6.8555030347913215 6.8555030347913215 7
58 0 6.572457344695244 6.572457344695244 6.572457344695244 7
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
