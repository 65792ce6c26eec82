/* Runs before the first paint and before any newer script, so it must parse in every browser. */
;(function () {
  // Applies a stored choice before the first paint, to avoid a flash. The rest is in ui/theme.ts.
  var theme = null
  try {
    theme = localStorage.getItem('roughmix.theme')
    if (theme === 'light' || theme === 'dark') document.documentElement.setAttribute('data-theme', theme)
    // oxlint-disable-next-line no-unused-vars, unicorn/prefer-optional-catch-binding -- ES5
  } catch (ignored) {
    // Storage is refused: use the system's theme.
  }

  /** The newest features that the product needs; docs/install.md and vite.config.ts name the same browsers. */
  var isRecent = Boolean(
    window.CSS &&
    CSS.supports &&
    CSS.supports('color', 'light-dark(red, red)') &&
    window.Promise &&
    Promise.withResolvers &&
    window.Map &&
    Map.groupBy &&
    window.Intl &&
    Intl.Segmenter &&
    window.AbortSignal &&
    AbortSignal.any
  )
  if (isRecent && window.isSecureContext) return
  document.addEventListener('DOMContentLoaded', isRecent ? tellInsecure : tellTooOld)

  /** Shown instead of an empty or broken page. */
  function tellTooOld() {
    var box = element('main', 'max-width:34em;margin:0 auto;padding:15vh 24px;font:16px/1.5 system-ui,sans-serif')
    box.appendChild(
      element('h1', 'margin:0 0 12px;font-size:24px;line-height:1.25', 'This browser is too old for Roughmix')
    )
    box.appendChild(
      element(
        'p',
        'margin:0 0 12px',
        'It takes Chrome or Edge 123, Firefox 125, or Safari 17.5, or newer. Update this ' +
          'browser, or open this address in another one.'
      )
    )
    box.appendChild(
      element('p', 'margin:0', 'On an iPhone or iPad every browser comes with the system: it takes iOS 17.5 or newer.')
    )
    document.body.innerHTML = ''
    document.body.style.cssText =
      'margin:0;' + (isDark() ? 'background:#131311;color:#ededea' : 'background:#f4f4f1;color:#1b1b18')
    document.body.appendChild(box)
  }

  /** Everything works except sound. */
  function tellInsecure() {
    var bar = element(
      'div',
      'box-sizing:border-box;padding:8px 16px;background:#f2c94c;color:#1b1b18;font:14px/1.4 system-ui,sans-serif'
    )
    bar.setAttribute('role', 'status')
    bar.appendChild(
      element(
        'span',
        '',
        'This address is not https, and browsers play sound here only over https. Ask ' +
          'whoever runs this server for its https address. '
      )
    )
    var close = element(
      'button',
      'padding:2px 8px;border:1px solid ' +
        '#1b1b18;border-radius:4px;background:none;color:inherit;font:inherit;cursor:pointer',
      'Close'
    )
    close.type = 'button'
    close.addEventListener('click', function () {
      document.body.removeChild(bar)
      makeRoom()
    })
    bar.appendChild(close)
    document.body.insertBefore(bar, document.body.firstChild)
    makeRoom()
    window.addEventListener('resize', makeRoom)

    /**
     * Reduces the height of full-window elements by the height of the notice; otherwise the player would lie below the
     * edge.
     */
    function makeRoom() {
      document.documentElement.style.setProperty('--notice-height', bar.offsetHeight + 'px')
    }
  }

  /** The stored choice, else the system's. */
  function isDark() {
    return (
      theme === 'dark' ||
      (theme !== 'light' && Boolean(window.matchMedia && matchMedia('(prefers-color-scheme: dark)').matches))
    )
  }

  function element(name, style, words) {
    var made = document.createElement(name)
    // Set through the CSSOM: the content policy allows no style attribute.
    made.style.cssText = style
    if (words) made.appendChild(document.createTextNode(words))
    return made
  }
})()
