import { escapeMarkup } from '../catalogue/cover-image';
import type { Listener } from '../listeners/listener.types';
import { REQUEST_FIELDS } from './authorize-request';

const STYLE = `
  body { font: 1rem/1.5 system-ui, sans-serif; max-width: 38rem; margin: 2rem auto; padding: 0 1rem; color: #1c1c1c; background: #fff; }
  h1 { font-size: 1.5rem; line-height: 1.25; }
  .note { background: #fff4d6; border-left: 4px solid #b97800; padding: .5rem .75rem; }
  fieldset { border: 1px solid #bbb; border-radius: .5rem; margin: 1.25rem 0; padding: .5rem 1rem; }
  legend { font-weight: 600; padding: 0 .25rem; }
  label { display: grid; grid-template-columns: 1.5rem 1fr; padding: .4rem 0; cursor: pointer; }
  label small { display: block; color: #4a4a4a; }
  button { font: inherit; padding: .6rem 1.2rem; border-radius: .5rem; border: 1px solid #1c1c1c; background: #fff; cursor: pointer; margin-right: .5rem; }
  button.primary { background: #175c3c; border-color: #175c3c; color: #fff; }
  :focus-visible { outline: 3px solid #1a66d6; outline-offset: 2px; }
  @media (prefers-color-scheme: dark) {
    body { background: #16181a; color: #eee; } .note { background: #3a2f10; } label small { color: #bbb; }
    button { background: #16181a; color: #eee; border-color: #999; }
  }`;

/** The page on which a newcomer chooses who to be, and whether to let the app in. A plain form, no scripts. */
export function consentPage(
  fields: URLSearchParams,
  scopes: readonly string[],
  listeners: readonly Listener[],
): string {
  const hidden = REQUEST_FIELDS.map((name) => ({ name, value: fields.get(name) }))
    .filter(({ value }) => value !== null)
    .map(({ name, value }) => `<input type="hidden" name="${name}" value="${escapeMarkup(value ?? '')}">`);
  const choices = listeners.map(
    ({ id, displayName, about }, index) =>
      `<label><input type="radio" name="user" value="${escapeMarkup(id)}" required${index === 0 ? ' checked' : ''}>` +
      `<span>${escapeMarkup(displayName)} <small>${escapeMarkup(about)}</small></span></label>`,
  );
  return page(
    'Sandbox platform: let this app in?',
    `<h1>Let this app read your listening?</h1>
    <p class="note">This is the <strong>sandbox platform</strong>, not a real music service. The listeners, bands and plays
    are all invented, and no password is needed.</p>
    <form method="post" action="/authorize">
      ${hidden.join('\n      ')}
      <fieldset><legend>Who do you want to be?</legend>
      ${choices.join('\n      ')}
      </fieldset>
      <p>The app asks for: ${scopes.length > 0 ? scopes.map((scope) => `<code>${escapeMarkup(scope)}</code>`).join(', ') : 'nothing beyond your name'}.</p>
      <p><button class="primary" name="decision" value="approve">Let it in</button>
      <button name="decision" value="deny">Do not let it in</button></p>
    </form>`,
  );
}

/** A page for a request that cannot be answered at the app's address. */
export function refusalPage(message: string): string {
  return page(
    'Sandbox platform: this login cannot go on',
    `<h1>This login cannot go on</h1>
    <p class="note" role="alert">${escapeMarkup(message)}</p>
    <p>Go back to the app and start the login again. If the message stays, correct the app's settings.</p>`,
  );
}

function page(title: string, content: string): string {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${title}</title>
    <style>${STYLE}</style>
  </head>
  <body>
    <main>
    ${content}
    </main>
  </body>
</html>
`;
}
