import type { LiveRules } from '#web/live/live-rules.ts'
import { webFeatures } from '../../web-features.ts'

export const liveRulesOfFeatures: readonly LiveRules[] = webFeatures.flatMap(({ live }) =>
  live === 'nothing' ? [] : [live],
)
