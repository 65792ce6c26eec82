// @ts-ignore: decorator
@inline
export function highestLane(v: v128): f32 {
  const pairs = f32x4.pmax(v, v128.shuffle<i32>(v, v, 2, 3, 2, 3))
  return max<f32>(f32x4.extract_lane(pairs, 0), f32x4.extract_lane(pairs, 1))
}

// @ts-ignore: decorator
@inline
export function sumOfLanes(v: v128): f64 {
  return (
    <f64>f32x4.extract_lane(v, 0) +
    <f64>f32x4.extract_lane(v, 1) +
    <f64>f32x4.extract_lane(v, 2) +
    <f64>f32x4.extract_lane(v, 3)
  )
}
