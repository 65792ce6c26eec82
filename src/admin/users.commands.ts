import type { AdminPerson } from '#features/account/account.contract.ts'
import { listPeople } from '#features/account/server/admin-people.queries.ts'
import type { Config } from '#server/config.ts'
import { newId } from '#server/ids.ts'
import { serverScope } from '#server/scope.ts'
import type { Services } from '#server/services.ts'
import { addPerson, makeAdmin, findPerson, givePassword } from './account-changes.ts'
import { columns } from './command-help.ts'
import { type AdminCommand, type Call, CommandRefused } from './command.ts'

const passwordOption = {
  'password-stdin': { text: 'Read the password from standard input instead of creating one.' },
} as const

export const userCommands: readonly AdminCommand[] = [
  {
    words: 'users list',
    takes: '',
    summary: 'Everyone with an account, newest first.',
    options: { search: { takes: 'TEXT', text: 'Only people with this in their name, address or username.' } },
    async run({ options, ground }) {
      const people = await everybody(
        await ground.open(),
        typeof options['search'] === 'string' ? options['search'] : undefined,
      )
      return {
        lines:
          people.length === 0
            ? ['Nobody.']
            : columns(people.map((person) => [person.email, person.name, person.username ?? '', marksOf(person)])),
        json: people,
      }
    },
  },
  {
    words: 'users create',
    takes: 'EMAIL NAME',
    summary: 'Create an account, whatever SIGN_UP says; its address counts as verified.',
    options: {
      ...passwordOption,
      username: { takes: 'USERNAME', text: 'A username for signing in.' },
      admin: { text: 'An admin of this server.' },
      new: { text: 'If there is no Roughmix yet, create one.' },
    },
    more:
      'The password is printed once. The first account of a fresh server is its ' +
      'admin; before its first start say --new.',
    async run({ arguments: [email = '', name = ''], options, ground }) {
      const services = await ground.open({ mayBeNew: options['new'] === true })
      const password = await passwordFor(services, { options, ground })
      const id = await addPerson(services, {
        email,
        name,
        username: typeof options['username'] === 'string' ? options['username'] : undefined,
        password,
      })
      if (options['admin']) await makeAdmin(services, id)
      const isAdmin = (await findPerson(services, email)).isAdmin
      return {
        lines: [`Made ${isAdmin ? 'an admin' : 'an account'}: ${email}`, ...passwordLines(options, password)],
        json: { id, email, isAdmin, ...shown(options, password) },
      }
    },
  },
  {
    words: 'users reset-password',
    takes: 'PERSON',
    summary: 'Set a new password for someone, sign them out everywhere and revoke their API tokens.',
    options: passwordOption,
    more: 'PERSON is an address or a username. The password is printed once.',
    async run({ arguments: [who = ''], options, ground }) {
      const services = await ground.open()
      const { id, email } = await findPerson(services, who)
      const password = await passwordFor(services, { options, ground })
      const revokedTokens = await givePassword(services, id, password)
      return {
        lines: [
          `${email} has a new password and is signed out ` +
            `everywhere.${revokedTokens > 0 ? ` API tokens revoked: ${revokedTokens}.` : ''}`,
          ...passwordLines(options, password),
        ],
        json: { id, email, revokedTokens, ...shown(options, password) },
      }
    },
  },
  {
    words: 'users make-admin',
    takes: 'PERSON',
    summary: 'Make someone an admin of this server.',
    more: 'PERSON is an address or a username.',
    async run({ arguments: [who = ''], ground }) {
      const services = await ground.open()
      const { id, email } = await findPerson(services, who)
      await makeAdmin(services, id)
      return { lines: [`${email} is an admin.`], json: { id, email, isAdmin: true } }
    },
  },
]

async function everybody(services: Services, search: string | undefined): Promise<readonly AdminPerson[]> {
  const people: AdminPerson[] = []
  for (let cursor: string | undefined; ;) {
    const page = await listPeople(serverScope(services), { cursor, limit: 200, search })
    people.push(...page.items)
    if (page.nextCursor === null) return people
    cursor = page.nextCursor
  }
}

function marksOf({ isAdmin, disabledAt, emailVerified }: AdminPerson): string {
  return [isAdmin && 'admin', disabledAt !== null && 'disabled', !emailVerified && 'address not verified']
    .filter(Boolean)
    .join(', ')
}

function passwordFor({ config }: Services, { options, ground }: Pick<Call, 'options' | 'ground'>): Promise<string> {
  return choosePassword(config, options['password-stdin'] ? ground.readLine : undefined)
}

/** A password that was typed is not shown again. */
function passwordLines(options: Call['options'], password: string): readonly string[] {
  return options['password-stdin'] ? [] : [`Password: ${password}`]
}

function shown(options: Call['options'], password: string): { readonly password?: string } {
  return options['password-stdin'] ? {} : { password }
}

/** A typed password, if it is long enough; or a random one, in groups that are easy to read out. */
async function choosePassword(
  {
    PASSWORD_MIN_LENGTH: least,
    PASSWORD_MAX_LENGTH: most,
  }: Pick<Config, 'PASSWORD_MIN_LENGTH' | 'PASSWORD_MAX_LENGTH'>,
  read?: () => Promise<string>,
): Promise<string> {
  if (!read) return madeUp(least).slice(0, most)
  const typed = await read()
  if (typed.length < least || typed.length > most)
    throw new CommandRefused(`A password has ${least} to ${most} characters here.`)
  return typed
}

function madeUp(least: number): string {
  let letters = ''
  while (letters.length < Math.max(20, least)) letters += newId()
  return (letters.slice(0, Math.max(20, least)).match(/.{1,5}/g) ?? []).join('-')
}
