
; Highlights
["attribute" "buffer" "coherent" "in" "inout" "out" "precision" "readonly" "shared" "uniform" "varying" "writeonly"] @keyword
