import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { transformWithOxc, type Plugin, type Rolldown } from 'vite'
import { pagesOfChunk } from './web-chunks.ts'

const root = join(import.meta.dirname, '..')
/** Classic scripts that run before the first paint. */
const EARLY = ['theme.js', 'asset-retry.js'] as const
const REQUESTS = 'src/app/web/first-requests.ts'

/** What each page needs before it shows, for the server to name in its HTML (server/static/page-parts.ts). */
export function pageParts(): Plugin {
  return {
    name: 'page-parts',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const sizeOf = (url: string) => {
          const chunk = bundle[url.slice(1)]
          return chunk?.type === 'chunk' ? chunk.code.length : 0
        }
        const parts: Record<string, { readonly scripts: string[]; readonly styles: string[] }> = {}
        for (const chunk of inOrder(bundle)) {
          for (const page of pagesOfChunk(chunk.name)) {
            const { scripts, styles } = (parts[page] ??= { scripts: [], styles: [] })
            scripts.push(`/${chunk.fileName}`)
            styles.push(...[...(chunk.viteMetadata?.importedCss ?? [])].map((file) => `/${file}`))
          }
        }
        // Largest first: six at a time are on their way, and the last should not be a long one.
        for (const { scripts } of Object.values(parts)) scripts.sort((a, b) => sizeOf(b) - sizeOf(a))
        this.emitFile({ type: 'asset', fileName: '.vite/page-parts.json', source: JSON.stringify(parts) })
      },
    },
  }
}

/** Each after what it imports: of two styles the later one counts. */
function inOrder(bundle: Rolldown.OutputBundle): readonly Rolldown.OutputChunk[] {
  const found = new Set<Rolldown.OutputChunk>()
  const visit = (fileName: string) => {
    const chunk = bundle[fileName]
    if (chunk?.type !== 'chunk' || found.has(chunk)) return
    for (const imported of chunk.imports) visit(imported)
    found.add(chunk)
  }
  for (const fileName of Object.keys(bundle).toSorted()) visit(fileName)
  return [...found]
}

/**
 * The scripts before all others get a name with a hash, so that browsers keep them: the page waits for them. With them
 * comes the one that sends the first requests.
 */
export function firstScripts(): Plugin {
  return {
    name: 'first-scripts',
    apply: 'build',
    generateBundle: {
      order: 'post',
      async handler(_, bundle) {
        const page = bundle['index.html']
        // The gallery of controls is a page of its own.
        if (!page && bundle['gallery.html']) return
        if (page?.type !== 'asset') throw new Error('the build has no index.html: see firstScripts')
        let html = String(page.source)
        const emit = (name: string, source: string) => {
          const hash = createHash('sha256').update(source).digest('base64url').slice(0, 8)
          const fileName = `assets/${name.replace('.js', '')}-${hash}.js`
          this.emitFile({ type: 'asset', fileName, source })
          return `/${fileName}`
        }
        const replace = (from: string, to: string) => {
          if (!html.includes(from)) throw new Error(`index.html has no ${from}: see firstScripts`)
          html = html.replace(from, to)
        }
        // The largest file takes the connection that is open already; all others wait for new ones.
        const largest = /^ *<link rel="modulepreload"[^>]*\/assets\/react-[^>]*>\n/m.exec(html)?.[0] ?? ''
        if (largest) html = html.replace(largest, '').replace(/ *<script /, `${largest}$&`)
        const { code } = await transformWithOxc(readFileSync(join(root, REQUESTS), 'utf8'), REQUESTS)
        const requests = emit('first-requests', `${code}\nsendFirstRequests()\n`)
        const attributes = `type="module" async fetchpriority="high" src="${requests}" nonce="__CSP_NONCE__"`
        replace('<script src="/theme.js"', `<script ${attributes}></script>\n    <script src="/theme.js"`)
        for (const name of EARLY)
          replace(`"/${name}"`, `"${emit(name, readFileSync(join(root, 'src/web/public', name), 'utf8'))}"`)
        page.source = html
      },
    },
  }
}
