import { spawnSync } from 'node:child_process'
import { hashOf, root, whenStale } from './run-root.mjs'

/** What measures sound: the code of the analysis, compiled to WebAssembly, and the programs that run on each bounce. */
export function buildMedia(node) {
  whenStale({
    name: 'wasm',
    stamp: '.cache/wasm.stamp',
    key: hashOf('src/audio/wasm', 'scripts/build-wasm.ts'),
    made: ['build/analysis.wasm'],
    make: () => run(node, ['scripts/build-wasm.ts']),
  })
  whenStale({
    name: 'children',
    stamp: '.cache/children.stamp',
    key: hashOf('src/server/media', 'src/audio', 'src/shared', 'package-lock.json', 'scripts/build-children.ts'),
    made: ['build/server/media/sources.json'],
    make: () => run(node, ['scripts/build-children.ts']),
  })
}

/** The web pages, precompressed. */
export function buildWeb(node) {
  whenStale({
    name: 'web',
    stamp: '.cache/web.stamp',
    key: hashOf(
      'src/app/web',
      'src/web',
      'src/shared',
      'src/audio',
      'src/features',
      'vite.config.ts',
      'scripts/web-chunks.ts',
      'scripts/first-load.ts',
      'package-lock.json',
      'scripts/compress-web.ts',
    ),
    made: ['build/web/index.html'],
    make() {
      process.stderr.write('Building the pages …\n')
      run(node, ['node_modules/vite/bin/vite.js', 'build', '--logLevel', 'warn'])
      run(node, ['scripts/compress-web.ts'])
    },
  })
}

function run(node, args) {
  const done = spawnSync(node, ['--disable-warning=ExperimentalWarning', ...args], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  if (done.status !== 0) throw new Error(`${args[0]} failed; the lines above say why.`)
}
