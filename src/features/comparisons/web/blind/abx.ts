import { randomBelow } from './random-choice.ts'

export type AbxSide = 'a' | 'b'

/** One test: X is one of two versions, anew in every trial, and the listener says which. */
export interface AbxTest {
  /** What X is in the present trial. Not for the screen. */
  readonly hidden: AbxSide
  readonly trials: readonly { readonly hidden: AbxSide; readonly answer: AbxSide }[]
}

/** Fewer say nothing: even five right of five happen to one listener of thirty who hears no difference. */
export const fewestTrials = 10

const toss = (): AbxSide => (randomBelow(2) === 0 ? 'a' : 'b')

export function startAbx(pick: () => AbxSide = toss): AbxTest {
  return { hidden: pick(), trials: [] }
}

/** Takes an answer and hides another X. */
export function answerAbx({ hidden, trials }: AbxTest, answer: AbxSide, pick: () => AbxSide = toss): AbxTest {
  return { hidden: pick(), trials: [...trials, { hidden, answer }] }
}

export function countRight({ trials }: Pick<AbxTest, 'trials'>): number {
  return trials.filter(({ hidden, answer }) => hidden === answer).length
}

/** How often tossing a coin does at least as well: the exact one-sided binomial probability, 0..1. */
export function chanceOfAtLeast(right: number, trials: number): number {
  // Terms as logarithms: a thousand trials would leave the range of a number.
  let logTerm = -trials * Math.LN2
  let chance = 0
  for (let k = 0; k <= trials; k++) {
    if (k > 0) logTerm += Math.log((trials - k + 1) / k)
    if (k >= right) chance += Math.exp(logTerm)
  }
  return Math.min(1, chance)
}
