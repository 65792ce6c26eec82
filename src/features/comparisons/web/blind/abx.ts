import { randomBelow } from './random-choice.ts'

export type AbxSide = 'a' | 'b'

/** An ABX test: X is one of two versions, drawn anew in every trial, and the listener says which. */
export interface AbxTest {
  /** What X is in the present trial. Never show it. */
  readonly hidden: AbxSide
  readonly trials: readonly { readonly hidden: AbxSide; readonly answer: AbxSide }[]
}

/** Fewer trials prove nothing: five right of five happen to one listener in thirty who hears no difference. */
export const fewestTrials = 10

const toss = (): AbxSide => (randomBelow(2) === 0 ? 'a' : 'b')

export function startAbx(pick: () => AbxSide = toss): AbxTest {
  return { hidden: pick(), trials: [] }
}

/** Records an answer and draws the next X. */
export function answerAbx({ hidden, trials }: AbxTest, answer: AbxSide, pick: () => AbxSide = toss): AbxTest {
  return { hidden: pick(), trials: [...trials, { hidden, answer }] }
}

export function countRight({ trials }: Pick<AbxTest, 'trials'>): number {
  return trials.filter(({ hidden, answer }) => hidden === answer).length
}

/** The probability that guessing does at least as well: exact one-sided binomial, 0..1. */
export function chanceOfAtLeast(right: number, trials: number): number {
  // Terms as logarithms: a thousand trials would exceed the range of a double.
  let logTerm = -trials * Math.LN2
  let chance = 0
  for (let k = 0; k <= trials; k++) {
    if (k > 0) logTerm += Math.log((trials - k + 1) / k)
    if (k >= right) chance += Math.exp(logTerm)
  }
  return Math.min(1, chance)
}
