<?php
/**
 * The scripts that WordPress must load before editor.js.
 *
 * @package Earshot
 */

return array(
	'dependencies' => array( 'wp-api-fetch', 'wp-block-editor', 'wp-blocks', 'wp-components', 'wp-data', 'wp-element', 'wp-hooks', 'wp-shortcode' ),
	'version'      => '0.2.0',
);
