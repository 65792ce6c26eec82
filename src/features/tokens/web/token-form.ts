import type { Instant } from '#shared/units.ts'
import type { TokenScope } from '#shared/token-scopes.ts'

export const tokenLives = ['30', '90', '365', 'never'] as const

export interface TokenForm {
  readonly name: string
  readonly scopes: readonly TokenScope[]
  readonly where: 'all' | 'some'
  readonly projectIds: readonly string[]
  readonly life: (typeof tokenLives)[number]
}

/** Defaults for the most common use: uploading bounces. */
export const newTokenForm: TokenForm = {
  name: '',
  scopes: ['read', 'upload'],
  where: 'all',
  projectIds: [],
  life: '90',
}

export type TokenTrouble = 'noName' | 'noScope' | 'noProject'

export function tokenTrouble({ name, scopes, where, projectIds }: TokenForm): TokenTrouble | undefined {
  if (name.trim() === '') return 'noName'
  if (scopes.length === 0) return 'noScope'
  return where === 'some' && projectIds.length === 0 ? 'noProject' : undefined
}

/** The request body. */
export function tokenWanted({ name, scopes, where, projectIds, life }: TokenForm, now: Instant) {
  return {
    name: name.trim(),
    scopes: [...scopes],
    projectIds: where === 'some' ? [...projectIds] : null,
    expiresAt: life === 'never' ? null : now + Number(life) * 86_400_000,
  }
}
