import type { Policy } from '#shared/roles.ts'
import { atLeast, type Role } from '#shared/roles.ts'

export const filePolicy = {
  'file.view': 'listener',
  'file.download': { role: 'listener', download: true },
  'file.edit': 'editor',
  /** From the trash, for good. */
  'file.erase': 'owner',
} as const satisfies Policy

/** `everyone`: all members of the project. `editors`: only those who may edit it. */
export const fileAudiences = ['everyone', 'editors'] as const
export type FileAudience = (typeof fileAudiences)[number]

/** The one place that decides which files a role may see; queries filter rows by it. */
export function audiencesFor(role: Role): readonly FileAudience[] {
  return atLeast(role, 'editor') ? fileAudiences : ['everyone']
}
