<?php
/**
 * One field under Settings, Media.
 *
 * @package Earshot
 */

namespace Earshot;

defined( 'ABSPATH' ) || exit;

add_action(
	'admin_init',
	function () {
		register_setting(
			'media',
			OPTION,
			array(
				'type'              => 'string',
				'default'           => '',
				'sanitize_callback' => __NAMESPACE__ . '\sanitize_setting',
			)
		);
		add_settings_section( 'earshot', __( 'Podcast players', 'earshot' ), '__return_null', 'media' );
		add_settings_field(
			OPTION,
			__( 'Address of the podcast site', 'earshot' ),
			__NAMESPACE__ . '\render_field',
			'media',
			'earshot',
			array( 'label_for' => OPTION )
		);
	}
);

/** Keeps the address that was there when the new one is none. */
function sanitize_setting( $value ): string {
	$url = clean_url( $value );
	if ( '' === $url && '' !== trim( (string) $value ) ) {
		add_settings_error( OPTION, 'address', __( 'The address of the podcast site must begin with https:// or http://.', 'earshot' ) );
		return (string) get_option( OPTION, '' );
	}
	return $url;
}

function render_field(): void {
	$is_fixed = '' !== EARSHOT_URL;
	printf(
		'<input type="url" class="regular-text code" id="%1$s" name="%1$s" value="%2$s" placeholder="https://podcasts.example.org"%3$s>',
		esc_attr( OPTION ),
		esc_attr( $is_fixed ? site_url() : get_option( OPTION, '' ) ),
		$is_fixed ? ' disabled' : ''
	);
	if ( $is_fixed ) {
		echo '<p class="description">' . esc_html__( 'Fixed by EARSHOT_URL in wp-config.php.', 'earshot' ) . '</p>';
	}
}

add_action(
	'admin_notices',
	function () {
		if ( '' === site_url() && current_user_can( 'manage_options' ) ) {
			printf(
				'<div class="notice notice-warning"><p><a href="%s">%s</a></p></div>',
				esc_url( admin_url( 'options-media.php#' . OPTION ) ),
				esc_html__( 'Earshot: name the address of your podcast site under Settings, Media.', 'earshot' )
			);
		}
	}
);
