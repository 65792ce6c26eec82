import { useEffect, useState } from 'react'
import type { Milliseconds } from '#shared/units.ts'
import { askServer } from '#web/ui/page/load-patiently.ts'
import { Logo } from '#web/ui/mark/Logo.tsx'
import { uiStrings } from '#web/ui/ui.strings.ts'
import { useAskingAgain } from '#web/ui/page/use-asking-again.ts'
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx'
import styles from './MainPending.module.css'

/** A faster navigation shows nothing. */
const patienceMs: Milliseconds = 2000

/**
 * Shown while a page loads or the session is checked. Says if the server is unreachable; the navigation then continues
 * automatically.
 */
export function MainPending() {
  const isAway = useServerAway()
  const Place = isAway ? 'main' : 'div'
  return (
    <Place className={styles.page} aria-busy={!isAway}>
      <Logo size={40} />
      <output className={styles.said}>
        {isAway ? (
          <>
            <h1 className={styles.title}>{uiStrings.serverAway}</h1>
            {uiStrings.asksAgain}
          </>
        ) : (
          <VisuallyHidden>{uiStrings.loading}</VisuallyHidden>
        )}
      </output>
    </Place>
  )
}

function useServerAway(): boolean {
  const [isAway, setAway] = useState(false)
  const [isLate, setLate] = useState(false)
  const ask = async () => setAway((await askServer()) !== 'there')
  useEffect(() => {
    const timer = setTimeout(() => {
      setLate(true)
      void askServer().then((answer) => setAway(answer !== 'there'))
    }, patienceMs)
    return () => clearTimeout(timer)
  }, [])
  useAskingAgain(isLate ? () => void ask() : undefined)
  return isAway
}
