import { useSyncExternalStore } from 'react'
import { keptChoice } from '../form/kept-choice.ts'

export type ThemeChoice = 'system' | 'light' | 'dark'

/** `public/theme.js` reads the same key before the first paint. */
const choice = keptChoice<ThemeChoice>('roughmix.theme', ['system', 'light', 'dark'], 'system')

/** Stores the choice and applies it at once. */
export function chooseTheme(theme: ThemeChoice): void {
  choice.set(theme)
}

export function useThemeChoice(): ThemeChoice {
  return useSyncExternalStore(choice.watch, choice.get)
}

/** Applies changes of the choice to the page, from this tab and others. Returns a function that stops it. */
export function followThemeChoice(root: HTMLElement = document.documentElement): () => void {
  const show = () => {
    const theme = choice.get()
    if (theme === 'system') delete root.dataset['theme']
    else root.dataset['theme'] = theme
  }
  show()
  return choice.watch(show)
}
