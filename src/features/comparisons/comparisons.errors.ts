import { refusals } from '#shared/errors.ts'

export const comparisonErrors = refusals({
  'comparison.same_version': [422, 'Choose two different versions to compare.'],
  'comparison.not_ready': [409, 'This comparison is still being made.'],
})
