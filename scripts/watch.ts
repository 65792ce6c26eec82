import { run } from './run-step.ts'
import { ramdiskFolder } from './ramdisk-folder.ts'

/**
 * Runs the tests of a path, and again on each save: only on SQLite, without browsers and without retries. `npm run
 * watch -- src/features/notes`
 */
const only = process.argv.slice(2)
const projects = ['pure', 'components', 'server'].flatMap((project) => ['--project', project])
process.exit(run('node_modules/vitest/vitest.mjs', [...projects, ...only], { TMPDIR: ramdiskFolder() }) ? 0 : 1)
