import { describe } from 'vitest'
import { engineStory } from './engine-story.ts'
import { openFirefox } from './firefox.ts'

/** Found, or installed, by scripts/find-engines.ts. */
const path = process.env['FIREFOX'] ?? ''

describe.skipIf(path === '')('Firefox', () => {
  engineStory('firefox', () => openFirefox(path))
})
