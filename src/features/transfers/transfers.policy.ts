import type { Policy } from '#shared/roles.ts'

export const transferPolicy = { 'upload.add': 'editor' } as const satisfies Policy
