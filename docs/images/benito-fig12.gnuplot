# "benito-fig12": made by ebb plot. Change it and run: gnuplot FILE
set encoding utf8
set termoption noenhanced
set key at screen 0.5, screen 0.99 center top horizontal maxrows 2 samplen 2 title "Latency under adversarial traffic, by routing"
set tmargin 5
set border 3
set tics nomirror out
set grid y lc rgb "#dddddd"
set xlabel "load [%]"
set xrange [0:*]
set ylabel "mean latency [us]"
set logscale y
set yrange [*:*]
$curve0 << END
5 0 41.675703928490954 41.675703928490954 41.675703928490954
20 0 89.47839345050323 89.47839345050323 89.47839345050323
40 0 102.79339709752614 102.79339709752614 102.79339709752614
END
$curve1 << END
5 0 2.185474288871652 2.183274288871652 2.1876742888716523
20 0 2.3364855966702938 2.333185596670294 2.3397855966702936
40 0 3.159690324508668 3.134690324508668 3.1846903245086677
END
$curve2 << END
5 0 2.1034447570886776 2.1012447570886774 2.105644757088678
20 0 2.425653114682231 2.4226531146822308 2.428653114682231
40 0 2.9507475071615175 2.9397475071615173 2.9617475071615176
END
$curve3 << END
5 0 27.716208038983865 27.246208038983866 28.186208038983864
20 0 13.573612058369793 13.573612058369793 13.573612058369793
40 0 10.826638491686307 10.826638491686307 10.826638491686307
END
$curve4 << END
5 0 26.30425274998 25.98425274998 26.624252749980002
20 0 9.749995523156846 9.650995523156846 9.848995523156846
40 0 8.83897355419936 8.83897355419936 8.83897355419936
END
plot $curve0 using 1:3 with lines lw 2 dt 1 lc rgb "#0072b2" title "minimal routing", \
  $curve0 using 1:4:5 with filledcurves fs transparent solid 0.15 noborder lc rgb "#0072b2" notitle, \
  $curve0 using 1:3 with points pt 7 ps 0.4 lc rgb "#0072b2" notitle, \
  $curve1 using 1:3 with lines lw 2 dt 1 lc rgb "#d55e00" title "Valiant routing", \
  $curve1 using 1:4:5 with filledcurves fs transparent solid 0.15 noborder lc rgb "#d55e00" notitle, \
  $curve1 using 1:3 with points pt 7 ps 0.4 lc rgb "#d55e00" notitle, \
  $curve2 using 1:3 with lines lw 2 dt 1 lc rgb "#009e73" title "piggyback", \
  $curve2 using 1:4:5 with filledcurves fs transparent solid 0.15 noborder lc rgb "#009e73" notitle, \
  $curve2 using 1:3 with points pt 7 ps 0.4 lc rgb "#009e73" notitle, \
  $curve3 using 1:3 with lines lw 2 dt 1 lc rgb "#cc79a7" title "conditional rules", \
  $curve3 using 1:4:5 with filledcurves fs transparent solid 0.15 noborder lc rgb "#cc79a7" notitle, \
  $curve3 using 1:3 with points pt 7 ps 0.4 lc rgb "#cc79a7" notitle, \
  $curve4 using 1:3 with lines lw 2 dt 1 lc rgb "#e69f00" title "conditional rules, own queue", \
  $curve4 using 1:4:5 with filledcurves fs transparent solid 0.15 noborder lc rgb "#e69f00" notitle, \
  $curve4 using 1:3 with points pt 7 ps 0.4 lc rgb "#e69f00" notitle
