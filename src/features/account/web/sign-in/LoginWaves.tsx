import { VersionBadge } from '#web/ui/mark/VersionBadge.tsx'
import styles from './LoginWaves.module.css'
import { barsPath, loginWave } from './login-wave.ts'

/** Texts beside the form. */
const wavesStrings = {
  exactly: 'Every version, exactly as rendered.',
  atItsSecond: 'Every note, to the second.',
  sampleNote: 'Vocal goes under the guitars here',
} as const

const bars = 240
const heightPx = 112
/** The bar up to which the newest version has played, and the position of the note. */
const played = 74

const takes = [
  { number: 4, take: 1, gain: 0.66 },
  { number: 5, take: 2, gain: 0.82 },
  { number: 6, take: 3, gain: 1 },
] as const

/** Decoration beside the form: three versions of a song, the newest played up to a note. */
export default function LoginWaves() {
  return (
    <aside className={styles.side} aria-hidden>
      <div className={styles.deck}>
        {takes.map(({ number, take, gain }) => {
          const wave = loginWave(bars, take).map((bar) => bar * gain)
          const heard = number === 6
          return (
            <div key={number} className={styles.row}>
              <VersionBadge number={number} current={heard} />
              <div className={styles.wave}>
                <svg width={bars * 4} height={heightPx} viewBox={`0 0 ${bars * 4} ${heightPx}`}>
                  {heard && <path className={styles.played} d={barsPath(wave, 0, played, heightPx)} />}
                  <path
                    className={heard ? styles.ahead : styles.quiet}
                    d={barsPath(wave, heard ? played : 0, bars, heightPx)}
                  />
                </svg>
                {heard && (
                  <span className={styles.pin} style={{ left: played * 4 }}>
                    <span className={styles.head}>JO</span>
                    <span className={styles.note}>{wavesStrings.sampleNote}</span>
                  </span>
                )}
              </div>
            </div>
          )
        })}
      </div>
      <p className={styles.facts}>
        <span>{wavesStrings.exactly}</span>
        <span>{wavesStrings.atItsSecond}</span>
      </p>
    </aside>
  )
}
