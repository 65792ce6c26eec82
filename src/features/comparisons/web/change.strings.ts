export const changeStrings = {
  parts: { low: 'Low end', lowMids: 'Low mids', mids: 'Mids', highs: 'Highs' },
  between: '{low} to {high}',
  level: '{place} {level} dB',
  changed: '{place} changed',
  whole: 'Level',
  muted: { whole: 'Muted', part: '{place} muted' },
  added: { whole: 'New sound', part: '{place} new' },
  different: { whole: 'Another take', part: '{place} differ' },
} as const
