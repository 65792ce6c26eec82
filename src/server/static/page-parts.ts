import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod'

/** Pages whose code is named in the HTML, so that browsers load it at once, not one file after another. */
const pages = ['login', 'guest', 'home', 'project', 'track'] as const
type PageName = (typeof pages)[number]

/** Written by the build (scripts/page-parts.ts): URLs of scripts and styles. */
const PageParts = z.record(z.enum(pages), z.object({ scripts: z.array(z.string()), styles: z.array(z.string()) }))

interface PageHead {
  /**
   * For the beginning of `<head>`, as `app/web/first-requests.ts` does not wait for the rest: whether the request came
   * with a session, and which scripts the page needs, which that loads after the first requests are sent.
   */
  readonly start: string
  /** For its end: after the styles of every page. */
  readonly styles: string
}

/** What the HTML of each page says besides what all pages say. */
export async function readPageHeads(root: string): Promise<(url: string, hasSession: boolean) => PageHead> {
  const text = await readFile(join(root, '.vite/page-parts.json'), 'utf8').catch(() => undefined)
  // Pages of another build, or of a test: they load their parts when they need them.
  if (text === undefined) return () => ({ start: '', styles: '' })
  const parts = PageParts.parse(JSON.parse(text))
  const headOf = (page: PageName): PageHead => ({
    start: parts[page].scripts.map((url) => `<meta name="roughmix-part" content="${url}">`).join(''),
    styles: parts[page].styles
      .map((url) => `<link rel="stylesheet" crossorigin href="${url}" nonce="__CSP_NONCE__">`)
      .join(''),
  })
  const heads = new Map(pages.map((page) => [page, headOf(page)]))
  return (url, hasSession) => {
    const page = pageOf(url, hasSession)
    const { start = '', styles = '' } = (page && heads.get(page)) ?? {}
    return { start: (hasSession ? VISITOR : '') + start, styles }
  }
}

const VISITOR = '<meta name="roughmix-visitor" content="session">'

/** Whether or not the session still holds. */
export function mayHaveSession(cookie: string | undefined): boolean {
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
