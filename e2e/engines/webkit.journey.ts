import { describe } from 'vitest'
import { engineStory } from './engine-story.ts'
import { openWebkit } from './webkit.ts'

/** Found, or installed, by scripts/find-engines.ts. */
const driver = process.env['WEBKIT_DRIVER'] ?? ''

describe.skipIf(driver === '')('WebKit', () => {
  engineStory('webkit', () => openWebkit(driver))
})
