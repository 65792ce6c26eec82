import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod'

/** Pages whose code is named in the HTML, so that browsers load it at once and not one file after another. */
const pages = ['login', 'guest', 'home', 'project', 'track'] as const
type PageName = (typeof pages)[number]

/** Written by the build (scripts/page-parts.ts): URLs of scripts and styles. */
const PageParts = z.record(z.enum(pages), z.object({ scripts: z.array(z.string()), styles: z.array(z.string()) }))

interface PageHead {
  /** For the beginning of `<head>`: the script that sends the first requests does not wait for the rest. */
  readonly visitor: string
  /** For its end: after the styles of every page. */
  readonly parts: string
}

/** What the HTML of each page says besides what all pages say. */
export async function readPageHeads(root: string): Promise<(url: string, cookie: string | undefined) => PageHead> {
  const text = await readFile(join(root, '.vite/page-parts.json'), 'utf8').catch(() => undefined)
  // Pages of another build, or of a test: they load their parts when they need them.
  if (text === undefined) return () => ({ visitor: '', parts: '' })
  const parts = PageParts.parse(JSON.parse(text))
  const headOf = (page: PageName) =>
    [
      ...parts[page].styles.map((url) => `<link rel="stylesheet" crossorigin href="${url}" nonce="__CSP_NONCE__">`),
      ...parts[page].scripts.map((url) => `<link rel="modulepreload" crossorigin href="${url}" nonce="__CSP_NONCE__">`),
    ].join('')
  const heads = new Map(pages.map((page) => [page, headOf(page)]))
  return (url, cookie) => {
    const hasSession = mayHaveSession(cookie)
    const page = pageOf(url, hasSession)
    return { visitor: hasSession ? VISITOR : '', parts: (page && heads.get(page)) ?? '' }
  }
}

/** Says that the request came with a session, whether or not it still holds: see `app/web/first-requests.ts`. */
const VISITOR = '<meta name="roughmix-visitor" content="session">'

function mayHaveSession(cookie: string | undefined): boolean {
  return cookie !== undefined && /(^|;\s*)(__Secure-)?better-auth\.session_token=/.test(cookie)
}

/** Depends on the form of the URL alone, never on what it leads to. */
function pageOf(url: string, hasSession: boolean): PageName | undefined {
  const { pathname, searchParams } = new URL(url, 'http://localhost')
  if (pathname === '/login') return 'login'
  if (pathname.startsWith('/s/')) return 'guest'
  // The gate sends everybody else to the sign-in page.
  if (!hasSession || /^\/(invitation|unsubscribe)(\/|$)/.test(pathname)) return undefined
  if (pathname !== '/' || !searchParams.has('projectId')) return 'home'
  return searchParams.has('trackId') ? 'track' : 'project'
}
