;; Scores sketches sixteen rows at a time (the idea of FastScan, André, Kermarrec and Le Scouarnec, VLDB 2015): a row is
;; a run of 4-bit codes, what each of the 16 codes adds to the score lies in one register, and one `swizzle` looks up
;; the share of sixteen rows at once. `scanModule.ts` holds these instructions assembled.
;;
;;   rows   nBlocks x nBytes x 16 bytes: byte j of rows 0 to 15, then byte j + 1 of them; low nibble first
;;   table  nBytes x 2 x 16 bytes, each at most 127: shares of the low nibble's codes, then of the high one's
;;   out    nBlocks x 16 sums, uint16
(module
  (memory (export "memory") 8)
  (func (export "scan")
    (param $rows i32) (param $nBlocks i32) (param $nBytes i32) (param $table i32) (param $out i32)
    (local $at i32) (local $end i32)
    (local $codes v128) (local $shares v128) (local $low v128) (local $high v128)
    (loop $blocks
      (local.set $low (v128.const i64x2 0 0))
      (local.set $high (v128.const i64x2 0 0))
      (local.set $at (local.get $table))
      (local.set $end (i32.add (local.get $rows) (i32.shl (local.get $nBytes) (i32.const 4))))
      (loop $bytes
        (local.set $codes (v128.load (local.get $rows)))
        (local.set $shares
          (i8x16.add
            (i8x16.swizzle
              (v128.load (local.get $at))
              (v128.and (local.get $codes) (v128.const i8x16 15 15 15 15 15 15 15 15 15 15 15 15 15 15 15 15)))
            (i8x16.swizzle
              (v128.load offset=16 (local.get $at))
              (i8x16.shr_u (local.get $codes) (i32.const 4)))))
        (local.set $low (i16x8.add (local.get $low) (i16x8.extend_low_i8x16_u (local.get $shares))))
        (local.set $high (i16x8.add (local.get $high) (i16x8.extend_high_i8x16_u (local.get $shares))))
        (local.set $at (i32.add (local.get $at) (i32.const 32)))
        (local.set $rows (i32.add (local.get $rows) (i32.const 16)))
        (br_if $bytes (i32.lt_u (local.get $rows) (local.get $end))))
      (v128.store (local.get $out) (local.get $low))
      (v128.store offset=16 (local.get $out) (local.get $high))
      (local.set $out (i32.add (local.get $out) (i32.const 32)))
      (local.set $nBlocks (i32.sub (local.get $nBlocks) (i32.const 1)))
      (br_if $blocks (local.get $nBlocks)))))
