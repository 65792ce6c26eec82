import { Fragment } from 'react'
import { splitAtMentions } from '../../note-mentions.ts'
import { parseNote, type NoteInline } from '../../note-text.ts'
import type { NoteReply } from '../../notes.contract.ts'
import styles from './NoteText.module.css'

type Mentions = NoteReply['mentions']

/** The text with bold, lists, links and highlighted mentions. Renders elements, never HTML from the text. */
export function NoteText({ said: { body, mentions } }: { readonly said: Pick<NoteReply, 'body' | 'mentions'> }) {
  return (
    <div className={styles.text}>
      {parseNote(body).map((block, index) => {
        if (block.kind === 'lines')
          return (
            <p key={index} className={styles.lines}>
              <Inlines of={block.children} mentions={mentions} />
            </p>
          )
        const items = block.items.map((item, at) => (
          <li key={at}>
            <Inlines of={item} mentions={mentions} />
          </li>
        ))
        return block.ordered ? (
          <ol key={index} start={block.start} className={styles.list}>
            {items}
          </ol>
        ) : (
          <ul key={index} className={styles.list}>
            {items}
          </ul>
        )
      })}
    </div>
  )
}

function Inlines({ of, mentions }: { readonly of: readonly NoteInline[]; readonly mentions: Mentions }) {
  return (
    <>
      {of.map((one, index) => (
        <Inline key={index} one={one} mentions={mentions} />
      ))}
    </>
  )
}

function Inline({ one, mentions }: { readonly one: NoteInline; readonly mentions: Mentions }) {
  if (one.kind === 'text')
    return (
      <>
        {splitAtMentions(one.text, mentions).map(({ text, mentions: named }, index) =>
          named.length > 0 ? (
            <b key={index} className={styles.mention}>
              {text}
            </b>
          ) : (
            <Fragment key={index}>{text}</Fragment>
          ),
        )}
      </>
    )
  if (one.kind === 'code') return <code className={styles.code}>{one.text}</code>
  if (one.kind === 'link')
    return (
      <a
        href={one.href}
        target="_blank"
        rel="noopener noreferrer nofollow"
        title={one.text === one.href ? undefined : one.href}
        className={styles.link}
      >
        {one.text}
      </a>
    )
  const children = <Inlines of={one.children} mentions={mentions} />
  return one.kind === 'strong' ? <strong>{children}</strong> : <em>{children}</em>
}
