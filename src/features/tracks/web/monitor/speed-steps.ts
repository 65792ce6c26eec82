/** The steps of keys and menu. */
export const speedSteps: readonly number[] = [0.5, 0.6, 0.7, 0.75, 0.8, 0.9, 1, 1.1, 1.25, 1.5, 1.75, 2]

/** The next step below or above. */
export function stepSpeed(speed: number, by: 1 | -1): number {
  const beyond =
    by === 1 ? speedSteps.find((step) => step > speed + 1e-9) : speedSteps.findLast((step) => step < speed - 1e-9)
  return beyond ?? speed
}

/** `1×` or `0.75×`. */
export function formatSpeed(speed: number): string {
  return `${Math.round(speed * 100) / 100}×`
}
