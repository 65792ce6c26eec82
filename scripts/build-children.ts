import { readdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'

const root = fileURLToPath(new URL('..', import.meta.url))
const source = 'src/server/media'
/** As deep as the sources, which find the analysis module by a relative path. */
const output = 'build/server/media'
const programs = ['media-child', 'measure-child', 'rendition-child']
const modules = new Set<string>()
const files = new Set<string>()

/**
 * The programs that are started for each bounce, in a few files of plain JavaScript: as sources, a hundred files would
 * be read, stripped of their types and compiled at each start. Beside them, the names of the sources, by which
 * `childScript` knows whether they are up to date.
 */
await build({
  root,
  configFile: false,
  logLevel: 'warn',
  plugins: [
    {
      name: 'names',
      moduleParsed: ({ id }) => void modules.add(id),
      writeBundle: (_, bundle) => Object.keys(bundle).forEach((name) => files.add(name)),
    },
  ],
  ssr: { noExternal: true, target: 'node' },
  build: {
    ssr: true,
    outDir: output,
    // A server that runs may start the former programs meanwhile.
    emptyOutDir: false,
    minify: false,
    target: 'esnext',
    rolldownOptions: {
      input: Object.fromEntries(programs.map((name) => [name, join(root, source, `${name}.ts`)])),
      output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
    },
  },
})
for (const name of readdirSync(join(root, output)))
  if (name.endsWith('.js') && !files.has(name)) rmSync(join(root, output, name))
const own = [...modules].filter((id) => id.startsWith(join(root, 'src')))
writeFileSync(
  join(root, output, 'sources.json'),
  JSON.stringify(own.map((id) => relative(resolve(root, dirname(`${output}/x`)), id)).toSorted()),
)
