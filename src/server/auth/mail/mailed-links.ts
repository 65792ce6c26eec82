import type { FastifyRequest } from 'fastify'
import { verifyJWT } from 'better-auth/crypto'
import * as z from 'zod'
import type { Actor } from '../../scope.ts'
import type { Services } from '../../services.ts'
import { AUTH_PATH, type Auth } from '../auth.ts'
import type { Identify } from '../session/identify.ts'
import { plainPage } from '../pages/plain-page.ts'

interface Parts {
  readonly auth: Auth
  readonly services: Pick<Services, 'config' | 'database'>
  readonly identify: Identify
  readonly origins: () => readonly string[]
}

/**
 * The page to show instead of acting on the link, or the URL to request from the library once the button was pressed.
 */
export type MailedLink = { readonly page: Response } | { readonly pressed: string } | { readonly refused: true }

/** The text of the confirmation page; undefined if the library refuses the link or finds no user for it. */
type Question = { readonly title: string; readonly lines: readonly string[]; readonly label?: string } | undefined
type Asking = (token: string, person: Actor | undefined) => Promise<Question>

const fields = ['token', 'callbackURL', 'errorCallbackURL', 'newUserCallbackURL']

/**
 * Mailed links act only when the button on our own page is pressed: any site can make a browser open a URL, and mail
 * scanners open what they find. The specification's GET still works for programs (0031). Undefined for all other
 * requests.
 */
export function mailedLinks({
  auth,
  services: {
    config,
    database: { db },
  },
  identify,
  origins,
}: Parts): (request: FastifyRequest, path: string) => Promise<MailedLink | undefined> {
  const verification = async (identifier: string) => {
    const found = await db
      .selectFrom('verification')
      .select(['value', 'expiresAt'])
      .where('identifier', '=', identifier)
      .executeTakeFirst()
    return found && new Date(found.expiresAt) > new Date() ? found.value : undefined
  }
  const magicLink: Asking = async (token, person) => {
    const email = emailIn(await verification(`magic-link:${token}`))
    const another = person && person.email !== email ? person : undefined
    return {
      title: 'Sign in to Roughmix',
      lines: [
        ...(email ? [`This link signs in ${email}.`] : []),
        'The link works once. Continue in the browser you want to be signed in with.',
        ...(another ? [`${signedIn(another)} Continuing signs in ${email ?? 'someone else'} instead.`] : []),
      ],
      label: 'Sign in',
    }
  }
  const verifyEmail: Asking = async (token, person) => {
    const claims = Claims.safeParse(await verifyJWT(token, (await auth.$context).secret)).data
    if (!claims || (claims.updateTo && !person)) return undefined
    const another = person && person.email.toLowerCase() !== claims.email ? person : undefined
    if (!claims.updateTo)
      return {
        title: 'Confirm your e-mail address',
        lines: [`Confirm that ${claims.email} is your address.`, ...(another ? [signedIn(another)] : [])],
        label: 'Confirm',
      }
    if (another) return forAnother(another)
    return {
      title: 'Change your e-mail address?',
      lines: [`From now on it is ${claims.updateTo}, no longer ${claims.email}.`],
      label: 'Change my address',
    }
  }
  const deleteAccount: Asking = async (token, person) => {
    const userId = await verification(`delete-account-${token}`)
    if (!userId || !person) return undefined
    if (userId !== person.userId) return forAnother(person)
    return {
      title: 'Delete your account?',
      lines: [signedIn(person), 'The account is deleted for good, and everyone is signed out of it.'],
      label: 'Delete my account',
    }
  }
  const asking: Readonly<Record<string, Asking>> = {
    ...(config.MAGIC_LINKS && { '/magic-link/verify': magicLink, '/magic-link/open': magicLink }),
    '/verify-email': verifyEmail,
    '/delete-user/callback': deleteAccount,
  }

  return async (request, path) => {
    const readQuestion = Object.hasOwn(asking, path) ? asking[path] : undefined
    if (!readQuestion) return undefined
    const action = `${AUTH_PATH}${path === '/magic-link/open' ? '/magic-link/verify' : path}`
    if (request.method === 'POST') {
      if (!isForm(request)) return undefined
      const sent = picked(new URLSearchParams(Buffer.isBuffer(request.body) ? request.body.toString() : ''))
      return isPress(request, origins()) ? { pressed: `${action}?${new URLSearchParams(sent)}` } : { refused: true }
    }
    const sent = picked(new URL(request.url, config.baseUrl).searchParams)
    const person = await identify(request)
    // A program that already has a session keeps it.
    const mayAct =
      path !== '/magic-link/open' &&
      (isOurScript(request) || (isProgram(request) && !(path === '/magic-link/verify' && person)))
    // Without a token there is nothing to confirm.
    const question = mayAct || !sent['token'] ? undefined : await readQuestion(sent['token'], person)
    if (!question) return path === '/magic-link/open' ? { pressed: action } : undefined
    const { label, ...words } = question
    return {
      page: plainPage({
        ...words,
        action: label ? { label, to: action, fields: sent } : { label: 'Return to Application', href: '/' },
      }),
    }
  }
}

const Claims = z.object({ email: z.string(), updateTo: z.string().optional() })
const MagicLink = z.object({ email: z.string() })

function emailIn(value: string | undefined): string | undefined {
  try {
    return MagicLink.safeParse(JSON.parse(value ?? 'null')).data?.email
  } catch {
    return undefined
  }
}

const signedIn = ({ name, email }: Actor) => `You are signed in on this browser as ${name} (${email}).`
const forAnother = (person: Actor) => ({
  title: 'This link is for another account',
  lines: [signedIn(person), 'Sign in to the account the e-mail is about, then open the link again.'],
})

function picked(params: URLSearchParams): Readonly<Record<string, string>> {
  return Object.fromEntries(
    fields.flatMap((name) => (params.get(name) === null ? [] : [[name, params.get(name) ?? '']])),
  )
}

function isForm({ headers }: FastifyRequest): boolean {
  return headers['content-type']?.split(';')[0]?.trim().toLowerCase() === 'application/x-www-form-urlencoded'
}

/** Whether the button on our own page sent the request. Browsers state a form's origin in one of three headers. */
function isPress(
  { headers: { origin, referer, 'sec-fetch-site': site } }: FastifyRequest,
  origins: readonly string[],
): boolean {
  if (origin !== undefined) return origins.includes(origin)
  if (site !== undefined) return site === 'same-origin'
  return referer !== undefined && URL.canParse(referer) && origins.includes(new URL(referer).origin)
}

/** Only our own pages can send such a fetch: navigations, frames and images have another Sec-Fetch-Dest. */
function isOurScript({ headers }: FastifyRequest): boolean {
  return headers['sec-fetch-site'] === 'same-origin' && headers['sec-fetch-dest'] === 'empty'
}

/**
 * Probably not a browser. Each sign alone is enough: over plain http, and before 2023, browsers send no Sec-Fetch-Site.
 * Node's own fetch sends Sec-Fetch-Mode and counts as a program.
 */
function isProgram({ headers }: FastifyRequest): boolean {
  const signs = ['sec-fetch-site', 'sec-fetch-dest', 'origin', 'referer']
  return (
    !signs.some((name) => name in headers) &&
    !/text\/html/i.test(headers.accept ?? '') &&
    !/^Mozilla\//i.test(headers['user-agent'] ?? '')
  )
}
