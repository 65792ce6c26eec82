import * as z from 'zod'
import type { Config } from '#server/config.ts'
import type { Db } from '#server/db/open-database.ts'
import type { UserScope } from '#server/scope.ts'
import type { ServerSettings } from '../account.contract.ts'

const SIGN_UP = 'sign-up'
const SignUp = z.enum(['open', 'invite-only', 'closed'])

/** Who may create an account: the admin's setting, otherwise the configuration. */
export async function signUpRule(db: Db, config: Config): Promise<z.output<typeof SignUp>> {
  const row = await db.selectFrom('server_settings').select('value').where('key', '=', SIGN_UP).executeTakeFirst()
  return SignUp.safeParse(row?.value).data ?? config.SIGN_UP
}

export async function readServerSettings({ db, config }: Pick<UserScope, 'db' | 'config'>): Promise<ServerSettings> {
  return { signUp: await signUpRule(db, config), configured: { signUp: config.SIGN_UP } }
}

/** `null` reverts to the configuration. */
export async function changeServerSettings(
  scope: UserScope,
  { signUp }: { signUp: z.output<typeof SignUp> | null },
): Promise<ServerSettings> {
  const { db } = scope
  await db.deleteFrom('server_settings').where('key', '=', SIGN_UP).execute()
  if (signUp !== null) await db.insertInto('server_settings').values({ key: SIGN_UP, value: signUp }).execute()
  return readServerSettings(scope)
}
