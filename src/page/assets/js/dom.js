/** Small helpers around the document. Text only ever goes in as text: names hold quotes and angle brackets. */

/** The element of the page with this id. */
export function byId(id) {
  const element = document.getElementById(id);
  if (element === null) throw new Error(`The page has no element "${id}"`);
  return element;
}

/** A new element with attributes and children; strings become text. */
export function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

export function show(element, visible = true) {
  element.hidden = !visible;
}

/** Puts a sentence into an element and shows it; an empty one hides it. */
export function say(element, sentence) {
  element.textContent = sentence;
  show(element, sentence !== '');
}

/** Tells people who listen to the page instead of looking at it. */
export function announce(sentence) {
  byId('announcer').textContent = sentence;
}

/** A progress bar at a share from 0 to 1, or, with null, at an unknown one. */
export function setProgress(bar, share) {
  if (share === null) bar.removeAttribute('value');
  else bar.value = share;
}
