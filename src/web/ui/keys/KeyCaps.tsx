import { Fragment } from 'react'
import { Kbd } from './Kbd.tsx'
import styles from './KeyCaps.module.css'
import { keyCaps } from './key-words.ts'
import { keysStrings } from '../ui.strings.ts'

/** The keys of a combination; of a pair, both in order. */
export function KeyCaps({ combo }: { readonly combo: string }) {
  return combo.split(' ').map((press, index) => (
    <Fragment key={press}>
      {index > 0 && <span className={styles.then}>{keysStrings.afterThat}</span>}
      {keyCaps(press).map((cap) => (
        <Kbd key={cap}>{cap}</Kbd>
      ))}
    </Fragment>
  ))
}
