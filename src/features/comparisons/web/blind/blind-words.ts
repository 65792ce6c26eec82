import { text } from '#web/i18n/text.ts'
import { chanceOfAtLeast, fewestTrials } from './abx.ts'
import { blindStrings as strings } from './blind.strings.ts'

/** What this number of right answers means, and what it does not. */
export function abxWords(
  right: number,
  trials: number,
): { readonly score: string; readonly verdict: string | undefined } {
  if (trials < fewestTrials)
    return { score: text(strings.few, { right, trials, fewest: fewestTrials }), verdict: undefined }
  const chance = chanceOfAtLeast(right, trials)
  const verdict =
    chance <= 0.01 ? strings.verdicts.heard : chance <= 0.05 ? strings.verdicts.maybe : strings.verdicts.chance
  return { score: text(strings.score, { right, trials, percent: percentWords(chance) }), verdict }
}

/** Never `0 %`, which would claim certainty. */
export function percentWords(chance: number): string {
  const percent = chance * 100
  if (percent < 0.1) return 'less than 0.1%'
  return percent < 1 ? `${percent.toFixed(1)}%` : `${Math.round(percent)}%`
}
