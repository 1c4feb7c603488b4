type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** The named fields that somebody has changed since the server sent the form: somebody types faster than scripts arrive. */
export function typedEarly(form: HTMLFormElement): [name: string, value: string | boolean][] {
  const controls = [...form.elements].filter(isControl);
  return controls.filter(isTouched).map((control) => [control.name, contentOf(control)]);
}

const isControl = (element: Element): element is Control =>
  /^(INPUT|TEXTAREA|SELECT)$/.test(element.tagName) && (element as Control).name !== '';

const isBox = (control: Control): control is HTMLInputElement => control.type === 'checkbox';

const contentOf = (control: Control) => (isBox(control) ? control.checked : control.value);

function isTouched(control: Control): boolean {
  if (isBox(control)) return control.checked !== control.defaultChecked;
  if (control instanceof HTMLSelectElement) {
    const options = [...control.options];
    const sent = options.find(({ defaultSelected }) => defaultSelected) ?? options[0];
    return control.value !== (sent?.value ?? '');
  }
  // Browsers trim some values by themselves.
  return control.value.trim() !== control.defaultValue.trim();
}
