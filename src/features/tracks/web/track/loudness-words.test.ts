import { expect, test } from 'vitest'
import { noFindingsWords } from './loudness-words.ts'

test('levels that nobody measured are not called fine', () => {
  expect(noFindingsWords({})).toBe('No findings: levels, channels and length are fine')
  expect(noFindingsWords({ notMeasured: 'needs-renderer' })).toBe(
    'No findings. Loudness and true peak are not measured',
  )
})
