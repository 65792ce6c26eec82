import type { Policy } from '#shared/roles.ts'

export const trackPolicy = {
  'track.listen': 'listener',
  'track.download': { role: 'listener', download: true },
  'track.edit': 'editor',
  'version.edit': 'editor',
} as const satisfies Policy
