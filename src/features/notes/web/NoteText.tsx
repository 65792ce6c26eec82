import { Fragment } from 'react'
import { splitAtMentions } from '../note-mentions.ts'
import type { NoteReply } from '../notes.contract.ts'
import styles from './NoteText.module.css'

const linkPattern = /(https?:\/\/[^\s<>"]*[^\s<>"'.,;:!?)\]}])/giu

/** What was typed, with its links to press and the names in it marked. Never markup. */
export function NoteText({ said: { body, mentions } }: { readonly said: NoteReply }) {
  return (
    <p className={styles.text}>
      {splitAtMentions(body, mentions).map(({ text, mention }, index) => (mention ? <b key={index} className={styles.mention}>{text}</b> : <Linked key={index} words={text} />))}
    </p>
  )
}

function Linked({ words }: { readonly words: string }) {
  // Split by a pattern in brackets, every second piece is a link.
  return <>{words.split(linkPattern).map((piece, index) => (index % 2 === 1 ? <a key={index} href={piece} target="_blank" rel="noopener noreferrer nofollow" className={styles.link}>{piece}</a> : <Fragment key={index}>{piece}</Fragment>))}</>
}
