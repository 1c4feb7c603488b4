<?php
/**
 * The editor block. WordPress stores only its attributes, and this file renders it, so that the markup can change.
 *
 * @package Earshot
 */

namespace Earshot;

defined( 'ABSPATH' ) || exit;

add_action(
	'init',
	function () {
		register_block_type(
			dirname( __DIR__ ) . '/block',
			array(
				'attributes'      => array_fill_keys( array_keys( option_forms() ), array( 'type' => 'string' ) ),
				'render_callback' => __NAMESPACE__ . '\render_block',
			)
		);
	}
);

add_action(
	'enqueue_block_editor_assets',
	function () {
		$handle = generate_block_asset_handle( 'earshot/player', 'editorScript' );
		wp_add_inline_script( $handle, 'window.earshotBlock=' . wp_json_encode( block_settings() ), 'before' );
	}
);

/** @param array<string, mixed> $attributes The attributes of the block, by the names of the options. */
function render_block( $attributes ): string {
	$player = render_player( read_options( $attributes ) );
	return '' === $player ? '' : '<div ' . get_block_wrapper_attributes() . ">$player</div>";
}

/** The addresses and translated texts that the editor's script needs. */
function block_settings(): array {
	return array(
		'names'     => array_keys( option_forms() ),
		'widgetUrl' => widget_url(),
		'texts'     => array(
			'title'      => _x( 'Podcast player', 'block title', 'earshot' ),
			'label'      => __( 'Address of an episode or a show, or its embed code', 'earshot' ),
			'use'        => __( 'Show the player', 'earshot' ),
			'change'     => __( 'Choose another', 'earshot' ),
			'notFound'   => __( 'There is no episode and no show at this address.', 'earshot' ),
			'noAddress'  => missing_address(),
			'settings'   => __( 'Player', 'earshot' ),
			'theme'      => __( 'Theme', 'earshot' ),
			'automatic'  => __( 'Automatic', 'earshot' ),
			'light'      => __( 'Light', 'earshot' ),
			'dark'       => __( 'Dark', 'earshot' ),
			'playlist'   => __( 'List of episodes', 'earshot' ),
			'height'     => __( 'Height in pixels', 'earshot' ),
			'cover'      => __( 'Address of a cover picture (https)', 'earshot' ),
			'color'      => __( 'Colour (hexadecimal)', 'earshot' ),
			'continuous' => __( 'Play one episode after the other', 'earshot' ),
			'onClick'    => __( 'Load the player only when the reader clicks', 'earshot' ),
			'preview'    => __( 'Preview of the player', 'earshot' ),
		),
	);
}
