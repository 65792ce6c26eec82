import { APIError } from 'better-auth/api'
import type { Config } from '../../config.ts'
import type { Db } from '../../db/open-database.ts'

/**
 * Accepting as a member already breaks on our unique index (S22) in 1.7; here it is refused in its own words. The limit
 * of members is looked at here because the library takes its own for how many of them it may show as well.
 */
export async function refuseMember(
  db: Db,
  { MEMBERS_PER_ORGANIZATION }: Pick<Config, 'MEMBERS_PER_ORGANIZATION'>,
  organizationId: string,
  userId: string,
): Promise<void> {
  const members = db.selectFrom('member').where('organizationId', '=', organizationId)
  if (await members.select('id').where('userId', '=', userId).executeTakeFirst())
    throw new APIError('BAD_REQUEST', { message: 'User is already a member of this organization' })
  const { n } = await members.select((c) => c.fn.countAll<number>().as('n')).executeTakeFirstOrThrow()
  if (n >= MEMBERS_PER_ORGANIZATION)
    throw new APIError('FORBIDDEN', { message: 'Organization membership limit reached' })
}
