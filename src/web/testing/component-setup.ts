import { cleanup } from '@testing-library/react'
import { afterEach, beforeEach, vi } from 'vitest'

/** What jsdom has not, and what our components, or the parts they are made of, ask for. */
class NoObserver {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}

Object.assign(globalThis, {
  ResizeObserver: NoObserver,
  IntersectionObserver: NoObserver,
  // A desktop with a mouse, the dark theme, and full motion.
  matchMedia: (media: string) =>
    Object.assign(new EventTarget(), { media, matches: false, onchange: null, addListener() {}, removeListener() {} }),
})
Object.assign(Element.prototype, {
  scrollIntoView() {},
  scrollTo() {},
  hasPointerCapture: () => false,
  setPointerCapture() {},
  releasePointerCapture() {},
})

const complaints: string[] = []

beforeEach(() => {
  complaints.length = 0
  vi.spyOn(console, 'error').mockImplementation((...words: readonly unknown[]) => {
    // jsdom does not know the element yet; every browser that we run in does.
    if (String(words[0]).includes('is unrecognized in this browser') && words[1] === 'search') return
    complaints.push(words.map(String).join(' '))
  })
})

afterEach(() => {
  cleanup()
  document.body.replaceChildren()
  localStorage.clear()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  // What React or a component has to complain about is a fault, also where all that was looked for is there.
  if (complaints.length > 0) throw new Error(`The console was told of: ${complaints.join('\n')}`)
})
