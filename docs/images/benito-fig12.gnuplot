# "benito-fig12": made by ebb plot. Change it and run: gnuplot FILE
set encoding utf8
set termoption noenhanced
set label 1 "Latency under adversarial traffic, by routing" at screen 0.5, screen 0.965 center
set tmargin 3
set key at screen 0.5, screen 0.01 center bottom horizontal maxrows 3 samplen 2
set bmargin 7
set border 3
set tics nomirror out
set grid y lc rgb "#dddddd"
set xlabel "load [%]"
set xrange [0:*]
set ylabel "mean latency [us]"
set logscale y
set yrange [*:*]
$curve0 << END
5 0 51.12714983481736 51.12714983481736 51.12714983481736 8
20 0 67.33871887479593 67.33871887479593 67.33871887479593 8
40 0 70.4627369742624 70.4627369742624 70.4627369742624 8
END
$curve1 << END
5 0 2.190642069879328 2.190272069879328 2.1910120698793283 7
20 0 2.339301585376899 2.337901585376899 2.3407015853768987 7
40 0 3.0458896982744386 3.0425896982744387 3.0491896982744384 7
END
$curve2 << END
5 0 2.36208758063 2.35868758063 2.36548758063 7
20 0 2.46643664971175 2.46413664971175 2.46873664971175 7
40 0 3.053463847262912 3.048763847262912 3.0581638472629122 7
END
$curve3 << END
5 0 10.254444999339373 10.239444999339373 10.269444999339374 7
20 0 4.733412008483915 4.733412008483915 4.733412008483915 8
40 0 3.7800907589451045 3.7800907589451045 3.7800907589451045 8
END
$curve4 << END
5 0 11.567460945105077 11.553460945105078 11.581460945105077 7
20 0 4.4335654731560385 4.411565473156038 4.455565473156039 7
40 0 3.5912306498203614 3.5912306498203614 3.5912306498203614 8
END
plot $curve0 using 1:3 with lines lw 2 dt 1 lc rgb "#0072b2" title "minimal routing", \
  $curve0 using 1:4:5 with filledcurves fs transparent solid 0.15 noborder lc rgb "#0072b2" notitle, \
  $curve0 using 1:3:6 with points pt variable ps 0.9 lc rgb "#0072b2" notitle, \
  $curve1 using 1:3 with lines lw 2 dt 1 lc rgb "#d55e00" title "Valiant routing", \
  $curve1 using 1:4:5 with filledcurves fs transparent solid 0.15 noborder lc rgb "#d55e00" notitle, \
  $curve1 using 1:3:6 with points pt variable ps 0.9 lc rgb "#d55e00" notitle, \
  $curve2 using 1:3 with lines lw 2 dt 1 lc rgb "#009e73" title "piggyback", \
  $curve2 using 1:4:5 with filledcurves fs transparent solid 0.15 noborder lc rgb "#009e73" notitle, \
  $curve2 using 1:3:6 with points pt variable ps 0.9 lc rgb "#009e73" notitle, \
  $curve3 using 1:3 with lines lw 2 dt 1 lc rgb "#cc79a7" title "conditional rules", \
  $curve3 using 1:4:5 with filledcurves fs transparent solid 0.15 noborder lc rgb "#cc79a7" notitle, \
  $curve3 using 1:3:6 with points pt variable ps 0.9 lc rgb "#cc79a7" notitle, \
  $curve4 using 1:3 with lines lw 2 dt 1 lc rgb "#e69f00" title "conditional rules, own queue", \
  $curve4 using 1:4:5 with filledcurves fs transparent solid 0.15 noborder lc rgb "#e69f00" notitle, \
  $curve4 using 1:3:6 with points pt variable ps 0.9 lc rgb "#e69f00" notitle
