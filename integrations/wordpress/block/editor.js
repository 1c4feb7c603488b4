// The block in the editor, without a build step: it uses the editor's own `wp` and runs as it is.
(({ apiFetch, blockEditor, blocks, components, element, shortcode }, { widgetUrl, texts }) => {
  const { createElement: h, useState } = element;
  const DEFAULT_HEIGHT = '200px';
  const NAME = 'earshot/player';
  // The frame's own attributes, and what its address begins with: the rest are its query.
  const NOT_IN_QUERY = new Set(['resource', 'width', 'height', 'align', 'className']);
  const RESOURCE = /\b(episode_id|show_id)=(?:&quot;)?([1-9]\d{0,9})\b/;

  function playerUrl(attributes) {
    const query = new URLSearchParams(attributes.resource);
    for (const [name, value] of Object.entries(attributes)) {
      if (value && !NOT_IN_QUERY.has(name)) query.set(name, value);
    }
    return `${widgetUrl}/player?${query}`;
  }

  const findResource = (text) => RESOURCE.exec(text)?.slice(1).join('=');

  /** From a player's address or any embed code at once; from a page's address by asking its site. */
  async function lookUp(text) {
    const resource = findResource(text);
    if (resource || !/^https?:/.test(text)) return resource;
    const path = `/oembed/1.0/proxy?url=${encodeURIComponent(text)}`;
    return apiFetch({ path }).then(
      ({ html }) => findResource(html ?? ''),
      () => undefined,
    );
  }

  function Chooser({ setAttributes }) {
    const [text, setText] = useState('');
    const [isBusy, setBusy] = useState(false);
    const [isMissing, setMissing] = useState(false);
    const onSubmit = async (event) => {
      event.preventDefault();
      setBusy(true);
      const resource = await lookUp(text.trim());
      setBusy(false);
      setMissing(!resource);
      if (resource) setAttributes({ resource });
    };
    return h(
      components.Placeholder,
      { icon: 'microphone', label: texts.label },
      h(
        'form',
        { onSubmit },
        h('input', {
          type: 'text',
          className: 'components-placeholder__input',
          'aria-label': texts.label,
          value: text,
          onChange: (event) => setText(event.target.value),
        }),
        h(components.Button, { variant: 'primary', type: 'submit', isBusy }, texts.use),
      ),
      isMissing && h('p', { role: 'alert' }, texts.notFound),
    );
  }

  function Preview({ attributes, isSelected }) {
    return h('iframe', {
      src: playerUrl(attributes),
      title: texts.preview,
      style: {
        width: attributes.width || '100%',
        height: attributes.height || DEFAULT_HEIGHT,
        border: 0,
        display: 'block',
        // The first click selects the block; the next ones are the player's.
        pointerEvents: isSelected ? 'auto' : 'none',
      },
    });
  }

  function Settings({ attributes, setAttributes }) {
    const set = (name) => (value) => setAttributes({ [name]: value || undefined });
    const flag = (name, label, on, off) =>
      h(components.ToggleControl, {
        label,
        checked: attributes[name] === on,
        onChange: (isOn) => setAttributes({ [name]: isOn ? on : off }),
      });
    const text = (name, label) =>
      h(components.TextControl, { label, value: attributes[name] ?? '', onChange: set(name) });
    return h(
      blockEditor.InspectorControls,
      null,
      h(
        components.PanelBody,
        { title: texts.settings },
        h(components.SelectControl, {
          label: texts.theme,
          value: attributes.theme ?? 'light',
          options: [
            { value: 'light', label: texts.light },
            { value: 'dark', label: texts.dark },
          ],
          onChange: set('theme'),
        }),
        flag('playlist', texts.playlist, 'show', 'false'),
        flag('playlist-continuous', texts.continuous, 'true', undefined),
        h(components.RangeControl, {
          label: texts.height,
          value: Number.parseInt(attributes.height || DEFAULT_HEIGHT, 10),
          min: 80,
          max: 600,
          onChange: (height) => setAttributes({ height: height && `${height}px` }),
        }),
        text('cover', texts.cover),
        text('color', texts.color),
        h(
          components.Button,
          { variant: 'secondary', onClick: () => setAttributes({ resource: undefined }) },
          texts.change,
        ),
      ),
    );
  }

  function Edit(props) {
    const blockProps = blockEditor.useBlockProps();
    if (!widgetUrl) return h('div', blockProps, h('p', null, texts.noAddress));
    if (!props.attributes.resource) return h('div', blockProps, h(Chooser, props));
    return h('div', blockProps, h(Settings, props), h(Preview, props));
  }

  /** The block's attributes from a shortcode's, by the same names. */
  function fromShortcode({ named }) {
    const { attributes } = blocks.getBlockType(NAME);
    const known = Object.entries(named).filter(([name, value]) => value && name in attributes);
    return Object.fromEntries(known);
  }

  blocks.registerBlockType(NAME, {
    edit: Edit,
    save: () => null, // drawn by PHP
    transforms: {
      from: [
        {
          type: 'raw',
          priority: 5, // before the shortcode block takes it
          isMatch: ({ textContent }) => /^\s*\[earshot\s[^\]]*\]\s*$/.test(textContent),
          transform: ({ textContent }) =>
            blocks.createBlock(
              NAME,
              fromShortcode(shortcode.next('earshot', textContent).shortcode.attrs),
            ),
        },
        {
          type: 'block',
          blocks: ['core/shortcode'],
          isMatch: ({ text }) => Boolean(shortcode.next('earshot', text ?? '')),
          transform: ({ text }) =>
            blocks.createBlock(
              NAME,
              fromShortcode(shortcode.next('earshot', text).shortcode.attrs),
            ),
        },
      ],
    },
  });
})(window.wp, window.earshotBlock);
